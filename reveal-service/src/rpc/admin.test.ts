import { DomainError, type ErrorCode } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { createTestAdmin } from '#testing/spending-fixture.js';
import type { createRevealAdmin } from './admin.js';

const call = { deadlineAt: Date.now() + 60_000 };

describe('createRevealAdmin', () => {
  let database: RevealDatabase;
  let admin: ReturnType<typeof createRevealAdmin>;

  before(async () => {
    database = await createRevealDatabase();
    admin = createTestAdmin(database);
  });
  after(() => database.close());

  describe('prices', () => {
    const price = (group: string, subject: string, infoType: string, millicredits: number) => ({
      group,
      subject,
      infoType,
      millicredits,
    });

    it("[4.5.2] lists the defaults, then groups' own prices, each as last set", async () => {
      await admin.setPrice(price('gold', 'contact', 'phone', 700), call);
      await admin.setPrice(price('gold', 'contact', 'phone', 625), call);
      expect(await admin.setPrice(price('gold', 'contact', 'email', 0), call)).to.deep.equal(
        price('gold', 'contact', 'email', 0),
      );
      await admin.setPrice(price('default', 'organization', 'details', 300), call);
      const { prices } = await admin.listPrices({}, call);
      expect(prices.filter(({ group }) => group === 'gold')).to.deep.equal([
        price('gold', 'contact', 'email', 0),
        price('gold', 'contact', 'phone', 625),
      ]);
      const defaults = prices.slice(0, -2);
      expect(new Set(defaults.map(({ group }) => group))).to.deep.equal(new Set(['default']));
      expect(defaults).to.deep.include.members([
        price('default', 'contact', 'email', 200),
        price('default', 'contact', 'phone', 1000),
        price('default', 'organization', 'details', 300),
      ]);
    });

    it('refuses a linkedIn price above 0 and changes nothing', async () => {
      const before = await admin.listPrices({}, call);
      const failure = await failureOf(admin.setPrice(price('gold', 'contact', 'linkedIn', 1), call));
      expect(failure).to.deep.equal(['validation_failed', { credits: ['linkedIn is never charged: must be 0'] }]);
      expect(await admin.listPrices({}, call)).to.deep.equal(before);
    });

    it('refuses an info type that the subject does not have', async () => {
      const [code, errors] = await failureOf(admin.setPrice(price('gold', 'organization', 'phone', 1), call));
      expect(code).to.equal('validation_failed');
      expect(errors).to.have.all.keys('infoType');
    });
  });

  describe('owned addresses', () => {
    const accountId = testId('account', 1);

    it('stores addresses in normalized form, each once, and returns all of them', async () => {
      await admin.addOwnedEmails({ accountId, emails: [' Eva@Exämple.se '] }, call);
      const owned = await admin.addOwnedEmails(
        { accountId, emails: ['adam@example.se', 'eva@xn--exmple-cua.se'] },
        call,
      );
      expect(owned).to.deep.equal({ emails: ['adam@example.se', 'eva@xn--exmple-cua.se'] });
      expect(await admin.listOwnedEmails({ accountId: accountId.toUpperCase() }, call)).to.deep.equal(owned);
    });

    it('[1.7] returns no addresses of other accounts', async () => {
      expect(await admin.listOwnedEmails({ accountId: testId('account', 2) }, call)).to.deep.equal({ emails: [] });
    });

    it('adds none when one is malformed, and names it by position, not by its text', async () => {
      const account = testId('account', 3);
      const emails = ['good@example.se', 'not an address', 'b@example.se', '@example.se'];
      expect(await failureOf(admin.addOwnedEmails({ accountId: account, emails }, call))).to.deep.equal([
        'validation_failed',
        { emails: ['address 2 is not an e-mail address', 'address 4 is not an e-mail address'] },
      ]);
      expect(await admin.listOwnedEmails({ accountId: account }, call)).to.deep.equal({ emails: [] });
    });

    it('are so few that one answer has all of them: an account can add no more than 20,000', async () => {
      const account = testId('account', 4);
      await database.superuser.query(
        `insert into reveal.owned_emails (account_id, email)
         select $1, 'a' || n || '@example.se' from generate_series(1, 19999) as n`,
        [account],
      );
      const add = (...emails: string[]) => admin.addOwnedEmails({ accountId: account, emails }, call);
      expect(await failureOf(add('b1@example.se', 'b2@example.se'))).to.deep.equal([
        'validation_failed',
        { emails: ['must not make more than 20,000 addresses of the account'] },
      ]);
      expect((await add('b1@example.se')).emails).to.have.length(20_000);
      expect((await add('b1@example.se', 'a1@example.se')).emails, 'repeated').to.have.length(20_000);
      expect((await failureOf(add('b2@example.se')))[0]).to.equal('validation_failed');
      await admin.removeOwnedEmails({ accountId: account, emails: ['b1@example.se'] }, call);
      expect((await add('b2@example.se')).emails).to.include('b2@example.se');
    });

    it('refuses an empty list, more than 1,000 addresses and a malformed account id', async () => {
      const refused = [
        { accountId, emails: [] },
        { accountId, emails: Array.from({ length: 1001 }, (_, n) => `a${n}@example.se`) },
        { accountId: 'acme', emails: ['a@example.se'] },
      ];
      const fields = await Promise.all(
        refused.map(async (request) => Object.keys((await failureOf(admin.addOwnedEmails(request, call)))[1])),
      );
      expect(fields).to.deep.equal([['emails'], ['emails'], ['accountId']]);
    });
  });
});

async function failureOf(answer: Promise<unknown>): Promise<[ErrorCode, Readonly<Record<string, readonly string[]>>]> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error('the call was not refused', { cause: error });
  return [error.code, error.members.errors ?? {}];
}
