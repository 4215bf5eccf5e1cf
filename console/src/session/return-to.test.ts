import { expect } from 'chai';
import { linkToken, safeReturnTo, signInPath } from './return-to.js';
import { signInErrorText } from './sign-in-errors.js';

describe('the way back after signing in', () => {
  it('leads to a page of the console with its filters', () => {
    expect(safeReturnTo('/requests?status=4xx')).to.equal('/requests?status=4xx');
    expect(signInPath('/keys')).to.equal('/sign-in?returnTo=%2Fkeys');
    expect(signInPath('/')).to.equal('/sign-in');
  });

  it('leads nowhere else', () => {
    const elsewhere = [
      null,
      '',
      'keys',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/sign-in?returnTo=/sign-in',
    ];
    for (const wanted of elsewhere) expect(safeReturnTo(wanted), String(wanted)).to.equal('/');
  });

  it('takes the token of a one-time link from the fragment', () => {
    expect(linkToken('#token=abc-_1')).to.equal('abc-_1');
    expect([linkToken(''), linkToken('#'), linkToken('#other=1')]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('explains what the provider answered, and shows no text of an address', () => {
    expect(signInErrorText('access_denied')).to.include('cancelled');
    expect(signInErrorText('some_code')).to.include('(some_code)');
    expect(signInErrorText('<b>call 555</b>')).to.not.include('555');
  });
});
