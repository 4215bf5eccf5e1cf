import { expect } from 'chai';
import { actionName, pricedName, sentenceOf } from '../format/words.js';
import { detailsInWords } from './changes/details-in-words.js';
import { byGroup, pricesOfNewGroup } from './operator/price-groups.js';
import { statusText } from './requests/status-text.js';
import { toRoleCode } from './settings/role-codes.js';
import { nameAddresses, splitAddresses } from './settings/split-addresses.js';

describe('what the pages say', () => {
  it('names an action that it does not know by its code', () => {
    expect([actionName('key.roll'), actionName('key_limit.raise')]).to.deep.equal(['Rolled a key', 'Key limit raise']);
    expect(sentenceOf('head_of_sales')).to.equal('Head of sales');
  });

  it('names what has a price, and spells names as they are', () => {
    expect([pricedName('contact', 'email'), pricedName('contact', 'linkedIn')]).to.deep.equal([
      'Contact: e-mail',
      'Contact: LinkedIn',
    ]);
  });

  it('writes the details of a change in words', () => {
    expect(
      detailsInWords({ name: 'CRM', overlapSeconds: 3600, targetRoles: ['ceo', 'cfo'], apiEnabled: false }),
    ).to.equal('Name: CRM; Overlap seconds: 3,600; Target roles: ceo, cfo; API enabled: no');
    expect(detailsInWords({ roles: [], before: null, to: { credits: 0.2 } })).to.equal(
      'Roles: none; Before: none; To: credits 0.2',
    );
    expect(detailsInWords({ limits: {} })).to.equal('Limits: none');
    expect(detailsInWords(null)).to.equal('');
  });

  it('explains a status of the public API in a few words', () => {
    expect([200, 402, 418, 504].map(statusText)).to.deep.equal(['answered', 'credits missing', 'refused', 'failed']);
  });

  it('turns what a person types into a role code', () => {
    expect(['Head of Sales', ' cfo ', 'vice-president', '__'].map(toRoleCode)).to.deep.equal([
      'head_of_sales',
      'cfo',
      'vice_president',
      '',
    ]);
  });

  it('names the address that is wrong instead of its place', () => {
    const message = 'Address 2 is not an e-mail address; address 9 is taken';
    expect(nameAddresses(message, ['a@x.example', 'b'])).to.equal('“b” is not an e-mail address; address 9 is taken');
    expect(nameAddresses(undefined)).to.equal(undefined);
  });

  it('takes addresses apart, however they are separated, and each once', () => {
    expect(splitAddresses('a@x.example, b@x.example\nc@x.example;a@x.example  ')).to.deep.equal([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ]);
  });

  it('shows for each price group what it charges for everything', () => {
    const price = (group: string, infoType: string, credits: number) => ({
      group,
      subject: 'contact',
      infoType,
      credits,
    });
    const prices = [price('nordic', 'phone', 0.8), price('default', 'email', 0.2), price('default', 'phone', 1)];
    expect(byGroup(prices)).to.deep.equal([
      ['default', [price('default', 'email', 0.2), price('default', 'phone', 1)]],
      ['nordic', [price('nordic', 'email', 0.2), price('nordic', 'phone', 0.8)]],
    ]);
    expect(pricesOfNewGroup(prices, 'new').map(({ group }) => group)).to.deep.equal(['new', 'new']);
  });
});
