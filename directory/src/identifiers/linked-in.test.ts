import { expect } from 'chai';
import fc from 'fast-check';
import { anyCase, anyText } from '#testing/any-text.js';
import {
  organizationPageKey,
  organizationPageUrl,
  parseOrganizationPage,
  parsePersonPage,
  personPageUrl,
} from './linked-in.js';

const acme = { kind: 'company', slug: 'acme' };

/** Slugs of any script and punctuation, as a page has them once decoded. */
const anySlug = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.toLowerCase().normalize('NFC'))
  .filter((text) => !/[\s\p{Cc}/\\?#]|^\.{1,2}$/u.test(text));

describe('LinkedIn pages of organizations', () => {
  const sameAddress = [
    'https://www.linkedin.com/company/acme',
    'http://www.linkedin.com/company/acme/',
    'HTTPS://WWW.LINKEDIN.COM/Company/ACME',
    'https://linkedin.com/company/acme',
    'https://se.linkedin.com/company/acme',
    'https://m.linkedin.com/company/acme',
    'https://zh-cn.mobile.linkedin.com/company/acme',
    'linkedin.com/company/acme',
    'www.linkedin.com/company/acme',
    '//www.linkedin.com/company/acme',
    'https://www.linkedin.com./company/acme',
    'https://www.linkedin.com:443/company/acme',
    'https://www.linkedin.com/company/acme/about/?trk=x#top',
    'https://www.linkedin.com/company/acme?trk=100%',
    'https://www.linkedin.com/company/acme#people',
    'https://www.linkedin.com/company/%61c%6De',
    '  https://www.linkedin.com/company/acme\n',
  ];
  for (const address of sameAddress) {
    it(`[D identifiers.3] '${address.trim()}' is the page of acme`, () => {
      expect(parseOrganizationPage(address)).to.deep.equal(acme);
    });
  }

  it('[D identifiers.3] reads any letter case and subdomain as the same page', () => {
    const subdomain = fc.constantFrom('', 'www.', 'se.', 'm.', 'uk.');
    const address = subdomain.chain((prefix) => anyCase(`https://${prefix}linkedin.com/school/acme-h%C3%B6gskola/`));
    fc.assert(
      fc.property(address, (text) => {
        expect(parseOrganizationPage(text)).to.deep.equal({ kind: 'school', slug: 'acme-högskola' });
      }),
    );
  });

  it('[D identifiers.3] keeps company, school and showcase pages apart', () => {
    for (const kind of ['company', 'school', 'showcase'] as const) {
      const page = parseOrganizationPage(`https://www.linkedin.com/${kind}/acme`);
      expect(page).to.deep.equal({ kind, slug: 'acme' });
      expect(page && organizationPageKey(page)).to.equal(`${kind}/acme`);
    }
  });

  it('[D identifiers.3] reads a raw, percent-encoded, composed or decomposed slug as the same page', () => {
    const slug = parseOrganizationPage('linkedin.com/company/h%C3%A5kan-%26-s%C3%B6ner')?.slug;
    expect(slug).to.equal('håkan-&-söner');
    expect(parseOrganizationPage('linkedin.com/company/HÅKAN-&-SÖNER')?.slug).to.equal(slug);
    expect(parseOrganizationPage('linkedin.com/company/ha\u030akan-&-so\u0308ner')?.slug).to.equal(slug);
  });

  const otherPages = [
    '',
    ' ',
    'acme',
    'company/acme',
    'https://www.linkedin.com',
    'https://www.linkedin.com/',
    'https://www.linkedin.com/company',
    'https://www.linkedin.com/company/',
    'https://www.linkedin.com/company//acme',
    'https://www.linkedin.com//company/acme',
    'https://www.linkedin.com/company/?x=acme',
    'https://www.linkedin.com/company/..',
    'https://www.linkedin.com/company/%2e%2e/acme',
    'https://www.linkedin.com/in/anna-berg',
    'https://www.linkedin.com/feed/acme',
    'https://www.linkedin.com/jobs/view/1',
    'https://www.linkedin.com/company/ac me',
    'https://www.linkedin.com/company/ac%20me',
    'https://www.linkedin.com/company/ac%2Fme',
    'https://www.linkedin.com/company/ac%00me',
    'https://www.linkedin.com/company/ac\0me',
    `https://www.linkedin.com/company/${'a'.repeat(201)}`,
    'https://lnkd.in/acme',
  ];
  for (const address of otherPages) {
    it(`[4.1.2] [D identifiers.3] ${JSON.stringify(address.slice(0, 60))} is no organization’s page`, () => {
      expect(parseOrganizationPage(address)).to.equal(undefined);
    });
  }

  it('[D identifiers.3] accepts a slug of 200 characters, composed or not, and rejects a longer one', () => {
    const slugOf = (slug: string): string | undefined => parseOrganizationPage(`linkedin.com/company/${slug}`)?.slug;
    const longest = 'å'.repeat(200);
    expect(slugOf(longest)).to.equal(longest);
    expect(slugOf(longest.normalize('NFD'))).to.equal(longest);
    expect(slugOf(encodeURIComponent(longest))).to.equal(longest);
    for (const slug of ['å'.repeat(201), `a${'\u0301'.repeat(400)}`]) expect(slugOf(slug)).to.equal(undefined);
  });

  it('[D identifiers.3] rejects broken percent-encoding and does not throw', () => {
    for (const slug of ['%', '%4', '%zz', 'acme%', '%E5', '%ED%A0%80', '%C3']) {
      expect(parseOrganizationPage(`https://www.linkedin.com/company/${slug}`), slug).to.equal(undefined);
      expect(parsePersonPage(`https://www.linkedin.com/in/${slug}`), slug).to.equal(undefined);
    }
  });

  it('[D identifiers.3] rejects hosts that only look like LinkedIn', () => {
    const hosts = [
      'linkedin2com',
      'linkedin.com.evil.example',
      'evil-linkedin.com',
      'notlinkedin.com',
      'linkedin.co',
      'l\u0131nkedin.com',
      'evil.example/linkedin.com',
      'linkedin.com@evil.example',
      'anna:secret@linkedin.com',
      'evil.example\\.linkedin.com',
      'evil.example#.linkedin.com',
      'evil.example?.linkedin.com',
      'link\nedin.com',
    ];
    for (const host of hosts) expect(parseOrganizationPage(`https://${host}/company/acme`), host).to.equal(undefined);
    for (const scheme of ['ftp', 'javascript', 'file']) {
      expect(parseOrganizationPage(`${scheme}://linkedin.com/company/acme`), scheme).to.equal(undefined);
    }
  });

  it('[D identifiers.3] shows https://www.linkedin.com/company/<slug>, encoded where a URL needs it', () => {
    expect(organizationPageUrl('company/acme')).to.equal('https://www.linkedin.com/company/acme');
    expect(organizationPageUrl('showcase/a-b')).to.equal('https://www.linkedin.com/showcase/a-b');
    expect(organizationPageUrl('company/håkan-&-söner')).to.equal(
      'https://www.linkedin.com/company/h%C3%A5kan-&-s%C3%B6ner',
    );
    expect(organizationPageUrl('company/100%')).to.equal('https://www.linkedin.com/company/100%25');
  });

  it('[D identifiers.3] shows a URL that no parser changes and that parses to the same page', () => {
    fc.assert(
      fc.property(fc.constantFrom('company', 'school', 'showcase'), anySlug, (kind, slug) => {
        const key = organizationPageKey({ kind, slug });
        const url = organizationPageUrl(key);
        expect(new URL(url).href).to.equal(url);
        const page = parseOrganizationPage(url);
        expect(page && organizationPageKey(page)).to.equal(key);
      }),
    );
  });

  it('never throws, and parses the shown form to the same page', () => {
    const text = anyText('https://', 'www.', 'linkedin.com', '/company/', '/in/', '/', 'acme', '?', '#');
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((rest) => `linkedin.com/company/${rest}`),
        ),
        (address) => {
          const page = parseOrganizationPage(address);
          if (page === undefined) return;
          expect(parseOrganizationPage(organizationPageUrl(organizationPageKey(page)))).to.deep.equal(page);
        },
      ),
    );
  });
});

describe('LinkedIn pages of people', () => {
  it('[D identifiers.3] parses any form of the address to its slug', () => {
    for (const address of [
      'https://www.linkedin.com/in/anna-berg-1a2b',
      'se.linkedin.com/in/Anna-Berg-1A2B/',
      'http://m.linkedin.com/IN/anna-berg-1a2b/sv?trk=x#y',
      'https://www.linkedin.com/in/anna%2Dberg-1a2b',
    ]) {
      expect(parsePersonPage(address), address).to.equal('anna-berg-1a2b');
    }
  });

  it('[D identifiers.3] rejects an organization’s page as a person’s', () => {
    expect(parsePersonPage('https://www.linkedin.com/company/acme')).to.equal(undefined);
    expect(parsePersonPage('https://www.linkedin.com/in/')).to.equal(undefined);
    expect(parsePersonPage('https://www.linkedin.com.evil.example/in/anna-berg')).to.equal(undefined);
  });

  it('[D identifiers.3] shows a URL that parses to the same slug', () => {
    expect(personPageUrl('anna-berg')).to.equal('https://www.linkedin.com/in/anna-berg');
    fc.assert(
      fc.property(anySlug, (slug) => {
        expect(parsePersonPage(personPageUrl(slug))).to.equal(slug);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anyText('https://', 'linkedin.com', '/in/', 'anna'), (text) => {
        const slug = parsePersonPage(`linkedin.com/in/${text}`);
        if (slug !== undefined) expect(parsePersonPage(personPageUrl(slug))).to.equal(slug);
        parsePersonPage(text);
      }),
    );
  });
});
