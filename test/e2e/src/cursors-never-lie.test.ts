import { randomBytes } from 'node:crypto';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { type Customer, itNeeds, overEveryInstallation, recordsOf, type Result } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const large = organization({
  name: 'Storverket AB',
  domains: ['storverket.example'],
  countryCode: 'SE',
  organizationNumber: '556989-2001',
});
const middle = organization({ name: 'Mellanverket AB', domains: ['mellanverket.example'] });
const small = organization({ name: 'Småverket AB', domains: ['smaverket.example'] });
const exact = organization({ name: 'Jämnverket AB' });

const staff = (at: typeof large, count: number) =>
  Array.from({ length: count }, (_, n) =>
    contact(at, {
      name: `Person ${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`,
      roles: [n % 2 === 0 ? 'even' : 'odd'],
    }),
  );
const atLarge = staff(large, 57);
const atMiddle = staff(middle, 23);
const atSmall = staff(small, 3);
const atExact = staff(exact, 20);

const ids = (result: Result | undefined): string[] => (result?.contacts ?? []).map(({ id }) => id);

async function firstCursor(customer: Customer, item: object = { id: large.id }, limit = 5): Promise<string> {
  const [result] = await customer.listContacts([item], { limit });
  expect(result?.nextCursor).to.be.a('string');
  return result?.nextCursor ?? '';
}

overEveryInstallation(
  'Cursors never lie',
  { organizations: [large, middle, small, exact], contacts: [...atLarge, ...atMiddle, ...atSmall, ...atExact] },
  (api) => {
    it('pages through every contact of every organization in mixed batches, each contact exactly once [4.2.3] [4.2.5]', async () => {
      const customer = await api.customer();
      const seen = new Map<string, string[]>();
      let items: object[] = [
        { ref: large.id, id: large.id },
        { ref: middle.id, domain: 'mellanverket.example' },
        { ref: small.id, id: small.id },
      ];
      let batches = 0;
      while (items.length > 0) {
        batches += 1;
        expect(batches).to.be.at.most(20);
        const results = await customer.listContacts(items, { limit: 10 });
        for (const result of results)
          seen.set(result.ref ?? '', [...(seen.get(result.ref ?? '') ?? []), ...ids(result)]);
        // One organization joins late, so that a batch mixes first and later pages.
        const late = batches === 2 ? [{ ref: exact.id, id: exact.id }] : [];
        const next = results.flatMap(({ ref, nextCursor }) =>
          nextCursor === null ? [] : [{ ref, cursor: nextCursor }],
        );
        items = [...next, ...late];
      }
      for (const [at, people] of [
        [large, atLarge],
        [middle, atMiddle],
        [small, atSmall],
        [exact, atExact],
      ] as const) {
        expect(seen.get(at.id)).to.have.length(people.length);
        expect(new Set(seen.get(at.id))).to.deep.equal(new Set(people.map(({ id }) => id)));
      }
      expect(batches).to.equal(6);
    });

    it('has nextCursor on every matched result, and null on the last page even when that page is full [4.2.5]', async () => {
      const customer = await api.customer();
      const [one, two, three] = await customer.listContacts([{ id: large.id }, { id: small.id }, { id: exact.id }]);
      expect(one?.nextCursor).to.be.a('string').that.is.not.empty;
      expect(two).to.have.property('nextCursor', null);
      expect(three).to.have.property('nextCursor', null);
      expect(ids(three)).to.have.length(20);
    });

    it('answers 20 contacts a page by default [4.2.1]', async () => {
      const customer = await api.customer();
      const [page] = await customer.listContacts([{ id: large.id }]);
      expect(ids(page)).to.have.length(20);
      expect(page?.totalCount).to.equal(57);
      const [full] = await customer.listContacts([{ id: large.id }], { limit: 50 });
      expect(ids(full)).to.have.length(50);
    });

    it('accepts a cursor without an identifier, and reports matchedBy `cursor` [4.2.3] [D results.7]', async () => {
      const customer = await api.customer();
      const [result] = await customer.listContacts([{ cursor: await firstCursor(customer) }]);
      expect(result).to.include({ status: 'matched', matchedBy: 'cursor', totalCount: 57 });
      // No identifier matched, so the organization shows only its basic fields.
      expect(result?.organization).to.have.all.keys('id', 'name', 'detailsRevealed', 'countryCode', 'url');
    });

    it('takes the page size from the first page: limit beside a cursor is validated and ignored [4.2.3] [D requests.4]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer, { id: large.id }, 7);
      for (const top of [{}, { limit: 50 }, { limit: 1 }]) {
        const [result] = await customer.listContacts([{ cursor }], top);
        expect(ids(result)).to.have.length(7);
      }
      const answer = await customer.post('/organizations/contacts/match', { items: [{ cursor }], limit: 51 });
      expect(answer.json).to.include({ status: 422, code: 'validation_failed' });
    });

    it('accepts identifiers beside a cursor when they name the same organization [4.2.3]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const results = await customer.listContacts([
        { cursor, id: large.id },
        { cursor, domain: 'www.storverket.example' },
        { cursor, orgNumber: '5569892001', countryCode: 'SE' },
      ]);
      expect(results.map(({ status, matchedBy }) => [status, matchedBy])).to.deep.equal([
        ['matched', 'id'],
        ['matched', 'domain'],
        ['matched', 'orgNumber'],
      ]);
      for (const result of results) expect(ids(result)).to.deep.equal(ids(results[0]));
    });

    it('rejects a cursor whose item names another organization or none, and answers the rest of the batch [4.2.4] [D results.3]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const results = await customer.listContacts([
        { ref: 'a', cursor, id: middle.id },
        { ref: 'b', cursor, domain: 'okand.example' },
        { ref: 'c', cursor, id: large.id },
        { ref: 'd', id: small.id },
      ]);
      expect(results.slice(0, 2)).to.deep.equal([
        { ref: 'a', status: 'invalid', error: 'invalid_cursor' },
        { ref: 'b', status: 'invalid', error: 'invalid_cursor' },
      ]);
      expect(results.slice(2).map(({ status }) => status)).to.deep.equal(['matched', 'matched']);
    });

    it("reports a malformed identifier beside a cursor with the identifier's own error [D results.3]", async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const results = await customer.listContacts([
        { cursor, domain: 'nodot' },
        { cursor, id: 'no-uuid' },
        { cursor, countryCode: 'SE' },
        { cursor: 'altered', orgNumber: 'none' },
      ]);
      expect(results.map(({ error }) => error)).to.deep.equal([
        'invalid_domain',
        'invalid_id',
        'country_code_without_org_number',
        'invalid_org_number',
      ]);
    });

    it('rejects a cursor that was altered at any position [4.2.4]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const altered = Array.from(cursor, (letter, place) => {
        return cursor.slice(0, place) + (letter === 'A' ? 'B' : 'A') + cursor.slice(place + 1);
      });
      for (let from = 0; from < altered.length; from += 25) {
        const batch = altered.slice(from, from + 25);
        const results = await customer.listContacts(batch.map((each) => ({ cursor: each })));
        const accepted = batch.filter((_, place) => results[place]?.error !== 'invalid_cursor');
        expect(accepted).to.deep.equal([]);
      }
    });

    it('rejects a value that is not a cursor [4.2.4]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const forged = randomBytes(Buffer.from(cursor, 'base64url').length).toString('base64url');
      const none = [
        '',
        ' ',
        'x',
        'null',
        `${cursor} `,
        ` ${cursor}`,
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
      ];
      const more = [cursor + cursor, cursor.toUpperCase(), `${cursor}=`, forged, '\u0000', 'é', 'A'.repeat(10_000)];
      const wrongType = [7, true, [cursor], { cursor }];
      const tried = [...none, ...more, ...wrongType];
      const results = await customer.listContacts(tried.map((each) => ({ cursor: each })));
      const accepted = tried.filter((_, place) => results[place]?.error !== 'invalid_cursor');
      expect(accepted).to.deep.equal([]);
    });

    it('treats a cursor of null as absent [D requests.4]', async () => {
      const customer = await api.customer();
      const [first, second] = await customer.listContacts([{ cursor: null, id: large.id }, { cursor: null }], {
        limit: 2,
      });
      expect(first).to.include({ status: 'matched', matchedBy: 'id' });
      expect(second).to.include({ status: 'invalid', error: 'missing_identifier' });
    });

    it('binds a cursor to its account: it is invalid for another account [D results.3] [1.7]', async () => {
      const [customer, stranger] = await Promise.all([api.customer(), api.customer()]);
      const cursor = await firstCursor(customer);
      expect(await stranger.listContacts([{ cursor }])).to.deep.equal([{ status: 'invalid', error: 'invalid_cursor' }]);
      expect((await customer.listContacts([{ cursor }]))[0]?.status).to.equal('matched');
    });

    it('does not bind a cursor to a key: every key of the account may use it [D results.3]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const { key } = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(key);
      expect((await customer.using(key).listContacts([{ cursor }]))[0]?.status).to.equal('matched');
    });

    it('answers the same page to the same cursor, however often it is sent [4.2.4]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const results = await customer.listContacts([{ cursor }, { cursor }]);
      const [again] = await customer.listContacts([{ cursor }]);
      expect(ids(results[0])).to.deep.equal(ids(results[1]));
      expect(ids(again)).to.deep.equal(ids(results[0]));
    });

    it('filters later pages by the current target roles [4.2.2] [4.2.4]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      await api.admin.patch(`/accounts/${customer.accountId}`, { targetRoles: ['even'] });
      // The gateway learns of the change by a notification.
      const [result] = await eventually(
        () => customer.listContacts([{ cursor }], {}),
        ([each]) => each?.['filteredByTargetRoles'] === true,
      );
      expect(result).to.include({ status: 'matched', filteredByTargetRoles: true, totalCount: 29 });
      const even = new Set(atLarge.filter(({ roles }) => roles?.includes('even')).map(({ id }) => id));
      expect(ids(result).every((id) => even.has(id))).to.equal(true);
    });

    itNeeds(
      'neighbor',
      'accepts cursors of an old signing key as long as that key is configured [D results.3]',
      async () => {
        const customer = await api.customer();
        const cursor = await firstCursor(customer);
        const newKey = randomBytes(24).toString('hex');
        const rotated = await api.alongside({ secrets: { cursorKeys: [newKey, ...api.secrets.cursorKeys] } });
        const [kept] = await rotated.as(customer).listContacts([{ cursor }]);
        expect(ids(kept)).to.have.length(5);
        // Cursors signed with the new key are valid, and those of the old key are rejected once it is
        // removed.
        const [next] = await rotated.as(customer).listContacts([{ cursor: kept?.nextCursor }]);
        expect(next?.status).to.equal('matched');
        const forgetful = await api.alongside({ secrets: { cursorKeys: [newKey] } });
        const results = await forgetful.as(customer).listContacts([{ cursor }, { cursor: kept?.nextCursor }]);
        expect(results.map(({ error, status }) => error ?? status)).to.deep.equal(['invalid_cursor', 'matched']);
      },
    );

    itNeeds('clock', 'accepts a cursor of any age [4.2.4] [D results.3]', async () => {
      const customer = await api.customer();
      const cursor = await firstCursor(customer);
      const [now] = await customer.listContacts([{ cursor }]);
      api.clock.set('2029-12-31T23:59:59Z');
      const [later] = await customer.listContacts([{ cursor }]);
      expect(ids(later)).to.deep.equal(ids(now));
      expect(ids(later)).to.have.length(5);
    });
  },
);
