import { expect } from 'chai';
import fc from 'fast-check';
import { anyCase, anyText } from '#testing/any-text.js';
import { parseDomain } from './domain.js';

const IDN = 'xn--bjrn-6qa.se';

describe('domains', () => {
  const forms: [text: string, host: string, registrable: string][] = [
    ['acme.se', 'acme.se', 'acme.se'],
    ['ACME.SE', 'acme.se', 'acme.se'],
    [' acme.se\n', 'acme.se', 'acme.se'],
    ['acme.se.', 'acme.se', 'acme.se'],
    ['www.acme.se', 'acme.se', 'acme.se'],
    ['WWW.www.acme.se', 'acme.se', 'acme.se'],
    ['www.se', 'www.se', 'www.se'],
    ['shop.acme.se', 'shop.acme.se', 'acme.se'],
    ['www.shop.acme.co.uk', 'shop.acme.co.uk', 'acme.co.uk'],
    ['http://acme.se', 'acme.se', 'acme.se'],
    ['https://www.acme.se/om-oss/?q=a@b#x', 'acme.se', 'acme.se'],
    ['//acme.se/', 'acme.se', 'acme.se'],
    ['acme.se:8080', 'acme.se', 'acme.se'],
    ['https://acme.se:443/a:b', 'acme.se', 'acme.se'],
    ['acme.se?x=1', 'acme.se', 'acme.se'],
    ['acme.se/@user', 'acme.se', 'acme.se'],
    ['björn.se', IDN, IDN],
    ['BJÖRN.SE', IDN, IDN],
    ['bjo\u0308rn.se', IDN, IDN],
    ['XN--BJRN-6QA.se', IDN, IDN],
    ['https://www.björn.se/hej', IDN, IDN],
    ['acme\u3002se', 'acme.se', 'acme.se'],
    ['my_shop.acme.se', 'my_shop.acme.se', 'acme.se'],
    ['acme.example', 'acme.example', 'acme.example'],
  ];
  for (const [text, host, registrable] of forms) {
    it(`[D identifiers.4] ${JSON.stringify(text)} is ${host}`, () => {
      expect(parseDomain(text)).to.deep.equal({ host, registrable });
    });
  }

  it('[D identifiers.4] reads a page under a shared suffix as its own domain, never as the owner of the suffix', () => {
    expect(parseDomain('foo.github.io')).to.deep.equal({ host: 'foo.github.io', registrable: 'foo.github.io' });
    expect(parseDomain('www.foo.github.io')).to.deep.equal({ host: 'foo.github.io', registrable: 'foo.github.io' });
    expect(parseDomain('a.foo.github.io')).to.deep.equal({ host: 'a.foo.github.io', registrable: 'foo.github.io' });
    expect(parseDomain('acme.com.se')).to.deep.equal({ host: 'acme.com.se', registrable: 'acme.com.se' });
    for (const own of ['github.io', 'www.github.io']) {
      expect(parseDomain(own)).to.deep.equal({ host: 'github.io', registrable: 'github.io' });
    }
  });

  it('[D identifiers.4] rejects a name without a dot', () => {
    for (const text of [
      '',
      ' ',
      '.',
      'acme',
      'se',
      'se.',
      'localhost',
      'http://localhost:8080/',
      'https://',
      'https:///acme.se',
    ]) {
      expect(parseDomain(text), text).to.equal(undefined);
    }
  });

  it('[D identifiers.4] rejects an IP address in every spelling that a URL allows', () => {
    const addresses = [
      '192.0.2.1',
      '192.0.2.1.',
      '192.0.513',
      '127.1',
      '0x7f.1',
      '0177.0.0.1',
      '3221225985',
      '0xc0.0x00.0x02.0x01',
    ];
    const wide = ['\uff11\uff12\uff17.0.0.1', '127\u30020\u30020\u30021'];
    const version6 = ['[::1]', '[2001:db8::1]', '[::ffff:192.0.2.1]', '2001:db8::1', '[::1]:80'];
    for (const text of [...addresses, ...wide, ...version6]) {
      expect(parseDomain(text), text).to.equal(undefined);
      expect(parseDomain(`https://${text}/`), text).to.equal(undefined);
    }
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (address) => {
        expect(parseDomain(address)).to.equal(undefined);
        expect(parseDomain(`https://[${address}]/`)).to.equal(undefined);
      }),
    );
  });

  it('[D identifiers.4] rejects a bare public suffix', () => {
    for (const text of ['co.uk', 'https://www.co.uk.se@co.uk', 'priv.no', 'oslo.no', '公司.cn', 'foo.ck']) {
      expect(parseDomain(text), text).to.equal(undefined);
    }
  });

  it('[D identifiers.4] rejects text that is not a host name', () => {
    const texts = [
      'acme se',
      'ac me.se',
      'ac\nme.se',
      'acme.se/a b',
      'acme\0.se',
      '\ud800.se',
      'acme..se',
      '.acme.se',
      'acme.se..',
      '-acme.se',
      'acme-.se',
      'ac%6de.se',
      'acme.se:',
      'acme.se:port',
      'acme.se:999999',
      'acme,se.se',
      'xn--a.se',
      'a\uff0fb.se',
      '\u2100.se',
      'acme.1',
      'anna@acme.se',
      'https://anna@acme.se/',
      'https://@acme.se/',
      'https://acme.se:80@evil.example/',
      'acme.se\\@evil.example',
      'ftp://acme.se',
      'mailto:anna@acme.se',
      'acme.se://x',
    ];
    for (const text of texts) expect(parseDomain(text), JSON.stringify(text)).to.equal(undefined);
  });

  it('[D identifiers.4] accepts the longest internationalized label, composed or not, and rejects longer ones', () => {
    const longest = 'å'.repeat(56);
    const host = parseDomain(`${longest}.se`)?.host;
    expect(host?.split('.')[0]?.length).to.be.within(60, 63);
    expect(parseDomain(`${'a'.repeat(20)}å.se`.normalize('NFD'))?.host).to.equal(
      parseDomain(`${'a'.repeat(20)}å.se`)?.host,
    );
    for (const label of ['å'.repeat(64), 'å'.repeat(1_200), 'xn--'.padEnd(64, 'b')]) {
      expect(parseDomain(`${label}.se`), label).to.equal(undefined);
    }
  });

  it('[D identifiers.4] rejects a host or an address above the maximum length', () => {
    expect(parseDomain(`${'a'.repeat(63)}.se`)?.host).to.have.length(66);
    expect(parseDomain(`${'a'.repeat(64)}.se`)).to.equal(undefined);
    expect(parseDomain(`${'a.'.repeat(125)}se`)?.host).to.have.length(252);
    expect(parseDomain(`${'a.'.repeat(126)}se`)).to.equal(undefined);
    expect(parseDomain(`${'å'.repeat(60)}.se`)).to.equal(undefined);
    expect(parseDomain(`acme.se/${'a'.repeat(1000)}`)?.host).to.equal('acme.se');
    expect(parseDomain(`acme.se/${'a'.repeat(100_000)}`)).to.equal(undefined);
  });

  it('[D identifiers.4] ignores scheme, letter case, www, port and path', () => {
    const parts = fc.tuple(
      fc.constantFrom('', 'http://', 'https://', '//'),
      fc.constantFrom('', 'www.'),
      fc.constantFrom('', '.'),
      fc.constantFrom('', ':80', ':65535'),
      fc.constantFrom('', '/', '/a/b', '?q', '#f', '/?u=https://other.example'),
    );
    fc.assert(
      fc.property(parts, fc.domain(), anyCase('shop'), ([scheme, www, dot, port, rest], domain, label) => {
        const plain = parseDomain(`shop.${domain}`);
        expect(plain?.host).to.equal(`shop.${domain.toLowerCase()}`);
        expect(parseDomain(`${scheme}${www}${label}.${domain}${dot}${port}${rest}`)).to.deep.equal(plain);
      }),
    );
  });

  it('[D identifiers.4] never throws; its result is stable, ASCII and the host of a URL', () => {
    const text = anyText('https://', 'www.', 'acme', '.se', '.co.uk', 'github.io', ':80', '/', 'xn--', 'å');
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((label) => `${label}.se`),
          fc.webUrl(),
        ),
        (address) => {
          const domain = parseDomain(address);
          if (domain === undefined) return;
          expect(domain.host).to.match(/^[a-z0-9._-]+$/);
          expect(parseDomain(domain.host)).to.deep.equal(domain);
          expect(parseDomain(domain.registrable)).to.deep.equal({
            host: domain.registrable,
            registrable: domain.registrable,
          });
          expect(domain.host === domain.registrable || domain.host.endsWith(`.${domain.registrable}`)).to.equal(true);
          expect(new URL(`https://${domain.host}`).hostname).to.equal(domain.host);
        },
      ),
      { numRuns: 500 },
    );
  });
});
