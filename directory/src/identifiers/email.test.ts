import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '#testing/any-text.js';
import { parseEmail } from './email.js';

describe('e-mail addresses', () => {
  it('are read in lower case with an ASCII domain', () => {
    expect(parseEmail('anna.berg@example.se')).to.equal('anna.berg@example.se');
    expect(parseEmail(' Anna.BERG@Example.SE\n')).to.equal('anna.berg@example.se');
    expect(parseEmail('anna@björn.example')).to.equal('anna@xn--bjrn-6qa.example');
    expect(parseEmail('anna+tag_x/y=z@mail.example.se')).to.equal('anna+tag_x/y=z@mail.example.se');
    expect(parseEmail("o'brien@example.se")).to.equal("o'brien@example.se");
  });

  it('[4.1.2] rejects text that is not an address', () => {
    const texts = [
      '',
      ' ',
      '@',
      'anna',
      'anna@',
      '@example.se',
      'anna@localhost',
      'anna@se',
      'anna@[192.0.2.1]',
      'anna@192.0.2.1',
      'anna@@example.se',
      'an@na@example.se',
      'anna berg@example.se',
      'anna@exam ple.se',
      'anna@example.se, berg@example.se',
      'Anna <anna@example.se>',
      'mailto:anna@example.se',
      '.anna@example.se',
      'anna.@example.se',
      'an..na@example.se',
      '"anna"@example.se',
      'ann\u00e5@example.se',
      'anna\0@example.se',
      'anna@\ud800.se',
      'anna@example..se',
      'anna@-example.se',
    ];
    for (const text of texts) expect(parseEmail(text), JSON.stringify(text)).to.equal(undefined);
  });

  it('have at most 64 characters before the @ and 254 in total (RFC 5321)', () => {
    expect(parseEmail(`${'a'.repeat(64)}@example.se`)).to.have.length(75);
    expect(parseEmail(`${'a'.repeat(65)}@example.se`)).to.equal(undefined);
    const domain = `${'a.'.repeat(120)}example.se`;
    expect(parseEmail(`abc@${domain}`)).to.have.length(254);
    expect(parseEmail(`abcd@${domain}`)).to.equal(undefined);
    expect(parseEmail(`abc@${'ö.'.repeat(110)}example.se`)).to.equal(undefined);
  });

  it('are read in any letter case', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(parseEmail(address)).to.equal(address.toLowerCase());
        expect(parseEmail(address.toUpperCase())).to.equal(address.toLowerCase());
      }),
    );
  });

  it('never throws, and reading its result again changes nothing', () => {
    fc.assert(
      fc.property(anyText('anna', '@', 'example.se', 'å', '.'), (text) => {
        for (const written of [text, `${text}@example.se`, `anna@${text}`, `anna@${text}.se`]) {
          const email = parseEmail(written);
          if (email !== undefined) expect(parseEmail(email)).to.equal(email);
        }
      }),
    );
  });
});
