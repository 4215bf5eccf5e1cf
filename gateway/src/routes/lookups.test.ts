import { serviceUnavailable } from '@prospecting/platform/errors';
import type { credits, search } from '@prospecting/protos';
import { expect } from 'chai';
import { openTestGateway, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';
import { CONTACT, createRecordingBackends, MASKED, NOBODY, ORGANIZATION } from '#testing/backends.js';

const MATCH = '/organizations/match';
const LIST = '/organizations/contacts/match';
const SWITCHBOARDS = '/organizations/switchboards/match';
const PEOPLE = '/people/match';
const ITEM_OF: Record<string, object> = {
  [MATCH]: { domain: 'nordvik.se' },
  [LIST]: { domain: 'nordvik.se' },
  [SWITCHBOARDS]: { domain: 'nordvik.se' },
  [PEOPLE]: { email: 'astrid@nordvik.se', name: 'Astrid Exempel', organization: { domain: 'nordvik.se' } },
};

describe('lookups', () => {
  let gateway: TestGateway;
  let key: TestKey;
  const original = createRecordingBackends().answers;

  before(async () => {
    gateway = await openTestGateway({ timeoutMs: 300 });
    key = await gateway.newKey({ targetRoles: ['ceo', 'cfo'] });
  });
  after(() => gateway.close());
  beforeEach(() => {
    Object.assign(gateway.backends.answers, original);
    gateway.backends.calls.length = 0;
    gateway.lines.length = 0;
  });

  const calledMethods = (): string[] => gateway.backends.calls.map(({ method }) => method);
  const requestOf = (method: string): Record<string, unknown> =>
    gateway.backends.calls.find((call) => call.method === method)?.request as Record<string, unknown>;
  const match = async (path: string, ...items: unknown[]): Promise<Answer> => {
    const answer = await key.send('POST', path, { items });
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  };
  const results = async (path: string, ...items: unknown[]): Promise<Record<string, unknown>[]> =>
    (await match(path, ...items)).body.results ?? [];

  describe('calls', () => {
    const expected: Record<string, string[]> = {
      [MATCH]: ['getBalances', 'matchOrganizations', 'viewOrganizations'],
      [LIST]: ['getBalances', 'listContacts', 'viewContacts', 'viewOrganizations'],
      [SWITCHBOARDS]: ['getBalances', 'matchOrganizations', 'viewOrganizations', 'viewSwitchboards'],
      [PEOPLE]: ['findContactsByEmail', 'getBalances', 'getContacts', 'matchPeople', 'viewContacts'],
    };
    for (const [path, methods] of Object.entries(expected)) {
      it(`[1.5] to ${path} with 25 items call each backend method once`, async () => {
        gateway.backends.answers.findByEmail = () => ({ contactIds: [CONTACT.id] });
        await match(path, ...Array.from({ length: 25 }, () => ITEM_OF[path]));
        expect(calledMethods().toSorted()).to.deep.equal(methods);
      });

      it(`to ${path} with only invalid items call a backend only for the balance`, async () => {
        expect((await results(path, 1, { ref: 2 }, {})).map(({ error }) => error)).to.deep.equal([
          'invalid_item',
          'invalid_ref',
          'missing_identifier',
        ]);
        expect(calledMethods()).to.deep.equal(['getBalances']);
      });

      it(`[2.1] to ${path} get the envelope of a free call`, async () => {
        const { body } = await match(path, ITEM_OF[path]);
        expect(body).to.have.all.keys('results', 'creditsCharged', 'creditsQuoted', 'creditsRemaining', 'dryRun');
        expect(body).to.include({ creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 118.8, dryRun: false });
      });

      it(`to ${path} pass the trace and a deadline to backends`, async () => {
        const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
        await key.send('POST', path, { items: [ITEM_OF[path]] }, { traceparent });
        for (const { call } of gateway.backends.calls) {
          expect(call.traceparent).to.equal(traceparent);
          expect(call.deadlineAt - Date.now()).to.be.within(0, 300);
        }
      });
    }

    it('[2.1] with dryRun and without reveal echo dryRun and are free', async () => {
      const { body } = await key.send('POST', MATCH, { items: [{ id: 'x' }], dryRun: true, reveal: [] });
      expect(body).to.include({ dryRun: true, creditsCharged: 0, creditsQuoted: 0 });
    });
  });

  describe('the balance', () => {
    const unsubscribed = (accountId: string): credits.Balance => ({
      accountId,
      includedMillicredits: 0,
      purchasedMillicredits: 500,
    });

    it('[4] is in a header of every operation that can spend, and of GET /credits', async () => {
      for (const path of [MATCH, SWITCHBOARDS, PEOPLE]) {
        expect((await match(path, ITEM_OF[path])).headers.get('service-credits-remaining')).to.equal('118.8');
      }
      expect((await key.send('GET', '/credits')).headers.get('service-credits-remaining')).to.equal('118.8');
      expect((await match(LIST, ITEM_OF[LIST])).headers.has('service-credits-remaining')).to.equal(false);
    });

    it('[4.6] has included, purchased and total', async () => {
      expect((await key.send('GET', '/credits')).body).to.deep.equal({ included: 100, purchased: 18.8, total: 118.8 });
      expect(requestOf('getBalances')).to.deep.equal({ accountIds: [key.accountId] });
    });

    it('[4] [2.1] without a subscription has no header, is null in a batch and 0 in GET /credits', async () => {
      gateway.backends.answers.getBalance = unsubscribed;
      const batch = await match(MATCH, ITEM_OF[MATCH]);
      expect(batch.body.creditsRemaining).to.equal(null);
      expect(batch.headers.has('service-credits-remaining')).to.equal(false);
      const balance = await key.send('GET', '/credits');
      expect(balance.body).to.deep.equal({ included: 0, purchased: 0, total: 0 });
      expect(balance.headers.has('service-credits-remaining')).to.equal(false);
    });
  });

  describe('organizations/match', () => {
    it('[4.1.4] [1.5] returns a result for every item in order, with its ref', async () => {
      gateway.backends.answers.matchOrganization = ({ domains }) =>
        domains[0] === 'nordvik.se'
          ? { organization: ORGANIZATION, matchedBy: 'MATCHED_BY_DOMAIN' }
          : { matchedBy: 'MATCHED_BY_UNSPECIFIED' };
      const answered = await results(
        MATCH,
        { ref: 'a', domain: 'unknown.se' },
        { ref: 'b', id: 'x' },
        { ref: 'c', domain: 'www.nordvik.se' },
        { domain: 'unknown.se' },
      );
      expect(answered.slice(0, 2)).to.deep.equal([
        { ref: 'a', status: 'not_found' },
        { ref: 'b', status: 'invalid', error: 'invalid_id' },
      ]);
      expect(answered[2]).to.include({ ref: 'c', status: 'matched', matchedBy: 'domain' });
      expect(answered[2]).to.have.nested.property('organization.domain', 'nordvik.se');
      expect(answered[3]).to.deep.equal({ status: 'not_found' });
    });

    it('[4.1.5] shows the details that the account has revealed in the results of their organizations', async () => {
      gateway.backends.answers.viewOrganization = ({ shownIdentifiers }) =>
        shownIdentifiers[0] === 'domain'
          ? {
              detailsRevealed: true,
              details: { website: 'https://nordvik.se', technologies: [], keywords: [], tags: [] },
            }
          : { detailsRevealed: false };
      const [byId, invalid, byDomain] = await results(MATCH, { id: ORGANIZATION.id }, {}, { domain: 'nordvik.se' });
      expect(byId).to.have.nested.property('organization.detailsRevealed', false);
      expect(byId).not.to.have.nested.property('organization.website');
      expect(invalid).to.include({ status: 'invalid' });
      expect(byDomain).to.have.nested.property('organization.website', 'https://nordvik.se');
    });

    it('[1.7] asks for the views of the account that owns the key', async () => {
      await match(MATCH, { domain: 'nordvik.se' }, {}, { id: ORGANIZATION.id });
      const subjects = [
        { organizationId: ORGANIZATION.id, shownIdentifiers: ['domain'] },
        { organizationId: ORGANIZATION.id, shownIdentifiers: [] },
      ];
      expect(requestOf('viewOrganizations')).to.deep.equal({ queries: [{ accountId: key.accountId, subjects }] });
    });
  });

  describe('contacts/match', () => {
    it('[4.2.1] returns a page of contacts for a match', async () => {
      const [page] = await results(LIST, { ref: 'a', domain: 'nordvik.se' });
      expect(page).to.have.all.keys(
        'ref',
        'status',
        'matchedBy',
        'organization',
        'contacts',
        'totalCount',
        'filteredByTargetRoles',
        'nextCursor',
      );
      expect(page).to.include({ matchedBy: 'domain', totalCount: 1, filteredByTargetRoles: true, nextCursor: null });
      expect(page?.['contacts']).to.deep.equal([{ ...CONTACT, ...MASKED }]);
    });

    it('[4.2.2] lists contacts for the account and its target roles, 20 per page', async () => {
      await match(LIST, { domain: 'nordvik.se' });
      expect(requestOf('listContacts')).to.deep.include({
        accountId: key.accountId,
        targetRoles: ['ceo', 'cfo'],
        limit: 20,
      });
    });

    it('[4.2.2] lists every contact for an account without target roles', async () => {
      const other = await gateway.newKey();
      const { body } = await other.send('POST', LIST, { items: [{ domain: 'nordvik.se' }], limit: 50 });
      expect(requestOf('listContacts')).to.deep.include({ targetRoles: [], limit: 50 });
      expect(body.results?.[0]).to.include({ filteredByTargetRoles: false });
    });

    it('[D requests.4] checks limit even when every item has a cursor', async () => {
      for (const limit of [0, 51, 1.5, '20', true]) {
        const answer = await key.send('POST', LIST, { items: [{ cursor: 'c' }], limit });
        expect([answer.status, answer.body.code], String(limit)).to.deep.equal([422, 'validation_failed']);
        expect(answer.body.errors).to.have.all.keys('limit');
      }
    });

    it('[4.2.5] [4.2.3] accepts first and later pages in one request, and returns the contacts of each', async () => {
      gateway.backends.answers.listPage = ({ cursor }) => ({
        outcome: 'OUTCOME_MATCHED',
        match: { organization: ORGANIZATION, matchedBy: cursor === undefined ? 'MATCHED_BY_ID' : 'MATCHED_BY_CURSOR' },
        contacts:
          cursor === undefined
            ? [
                { ...CONTACT, name: 'First A' },
                { ...CONTACT, name: 'First B' },
              ]
            : [{ ...CONTACT, name: 'Later' }],
        totalCount: 3,
        ...(cursor === undefined && { nextCursor: 'next' }),
      });
      const pages = await results(LIST, { cursor: 'c' }, {}, { id: ORGANIZATION.id }, { cursor: 'd' });
      const names = pages.map(({ contacts }) => (contacts as search.Contact[] | undefined)?.map(({ name }) => name));
      expect(names).to.deep.equal([['Later'], undefined, ['First A', 'First B'], ['Later']]);
      expect(pages.map(({ matchedBy }) => matchedBy)).to.deep.equal(['cursor', undefined, 'id', 'cursor']);
      expect(pages.map(({ nextCursor }) => nextCursor)).to.deep.equal([null, undefined, 'next', null]);
    });

    it('[4.2.4] returns invalid for an item with a bad cursor, and results for the others', async () => {
      gateway.backends.answers.listPage = (item, request) =>
        item.cursor === 'altered'
          ? { outcome: 'OUTCOME_INVALID_CURSOR', match: null, contacts: [], totalCount: 0 }
          : original.listPage(item, request);
      const [bad, good] = await results(LIST, { ref: 'a', cursor: 'altered' }, { cursor: 'c' });
      expect(bad).to.deep.equal({ ref: 'a', status: 'invalid', error: 'invalid_cursor' });
      expect(good).to.include({ status: 'matched' });
    });

    it('[4.2.1] returns not_found with its reason for an organization that is not on record', async () => {
      gateway.backends.answers.listPage = () => ({
        outcome: 'OUTCOME_NOT_FOUND',
        match: null,
        contacts: [],
        totalCount: 0,
      });
      expect(await results(LIST, { domain: 'nordvik.se' })).to.deep.equal([
        { status: 'not_found', reason: 'organization_not_found' },
      ]);
    });
  });

  describe('switchboards/match', () => {
    it('[4.3] [D results.2] returns the masked switchboard and the organization of a match', async () => {
      const [result] = await results(SWITCHBOARDS, { ref: 'a', orgNumber: '556012-3457' });
      expect(result).to.have.all.keys('ref', 'status', 'matchedBy', 'organization', 'switchboard');
      expect(result).to.have.nested.property('organization.organizationNumber', '556012-3457');
      expect(result?.['switchboard']).to.deep.equal({ ...MASKED, phone: '+4684XXXXXXX' });
    });

    it('[4.3] [D results.2] returns not_found with no_switchboard for an organization without one', async () => {
      gateway.backends.answers.viewSwitchboard = () => ({});
      expect(await results(SWITCHBOARDS, { domain: 'nordvik.se' })).to.deep.equal([
        { status: 'not_found', reason: 'no_switchboard' },
      ]);
    });

    it('[4.3] returns not_found with organization_not_found for an unknown organization', async () => {
      gateway.backends.answers.matchOrganization = () => ({ matchedBy: 'MATCHED_BY_UNSPECIFIED' });
      expect(await results(SWITCHBOARDS, { domain: 'nordvik.se' })).to.deep.equal([
        { status: 'not_found', reason: 'organization_not_found' },
      ]);
    });
  });

  describe('people/match', () => {
    it('[4.4.1] returns the masked contact of a match', async () => {
      const [byPage, byName] = await results(
        PEOPLE,
        { linkedInUrl: 'linkedin.com/in/astrid' },
        { name: 'Astrid Exempel', organization: { domain: 'nordvik.se' } },
      );
      expect(byPage).to.deep.equal({ status: 'matched', matchedBy: 'linkedInUrl', contact: { ...CONTACT, ...MASKED } });
      expect(byName).to.include({ matchedBy: 'name' });
    });

    it('[4.4.3] sends an address only to reveal-service, and reads the contacts that it finds', async () => {
      gateway.backends.answers.findByEmail = () => ({ contactIds: [CONTACT.id] });
      expect(await results(PEOPLE, { email: 'Astrid@Nordvik.SE' })).to.have.nested.property('0.matchedBy', 'email');
      expect(requestOf('findContactsByEmail')).to.deep.equal({
        queries: [{ accountId: key.accountId, emails: ['astrid@nordvik.se'] }],
      });
      expect(calledMethods()).not.to.include('matchPeople');
    });

    it('[D identifiers.7] returns person_not_found for an address that the account may not find people by', async () => {
      expect(await results(PEOPLE, { ref: 'a', email: 'astrid@nordvik.se' })).to.deep.equal([
        { ref: 'a', status: 'not_found', reason: 'person_not_found' },
      ]);
      expect(calledMethods().toSorted()).to.deep.equal(['findContactsByEmail', 'getBalances']);
    });

    it('returns person_not_found for an address whose contact is no longer on record', async () => {
      gateway.backends.answers.findByEmail = () => ({ contactIds: [CONTACT.id] });
      gateway.backends.answers.getContact = () => ({});
      expect(await results(PEOPLE, { email: 'astrid@nordvik.se' })).to.have.nested.property(
        '0.reason',
        'person_not_found',
      );
    });

    it('[4.4.4] [D results.1] returns several people as candidates, without a view of their channels', async () => {
      gateway.backends.answers.matchPerson = () => ({
        outcome: 'OUTCOME_AMBIGUOUS',
        matchedBy: 'MATCHED_BY_NAME',
        contacts: [CONTACT, { ...CONTACT, name: 'Astrid B' }],
      });
      const [result] = await results(PEOPLE, { ref: 'a', name: 'Astrid', organization: { domain: 'nordvik.se' } });
      expect(result).to.have.all.keys('ref', 'status', 'candidates');
      expect(result?.['candidates']).to.have.length(2);
      expect(calledMethods()).not.to.include('viewContacts');
    });

    it('[4.4.1] returns as reason whether the organization or the person was not found', async () => {
      gateway.backends.answers.matchPerson = ({ organization }) => ({
        ...NOBODY,
        outcome:
          organization?.domains[0] === 'nordvik.se' ? 'OUTCOME_PERSON_NOT_FOUND' : 'OUTCOME_ORGANIZATION_NOT_FOUND',
      });
      const named = (domain: string): object => ({ name: 'Astrid Exempel', organization: { domain } });
      const reasons = (
        await results(PEOPLE, named('nordvik.se'), named('unknown.se'), {
          linkedInUrl: 'linkedin.com/in/x',
          email: 'x@nordvik.se',
        })
      ).map(({ reason }) => reason);
      expect(reasons.slice(0, 2)).to.deep.equal(['person_not_found', 'organization_not_found']);
    });
  });

  describe('when a backend', () => {
    const down = (): never => {
      throw serviceUnavailable('connect ECONNREFUSED 10.0.0.7:9090');
    };

    it('[D requests.3] is down, requests that need it get a retryable 503 without internal details', async () => {
      gateway.backends.answers.matchOrganization = down;
      const answer = await key.send('POST', MATCH, { items: [ITEM_OF[MATCH]] });
      expect([answer.status, answer.body.code, answer.body.retryable]).to.deep.equal([
        503,
        'service_unavailable',
        true,
      ]);
      expect(answer.text).not.to.include('10.0.0.7');
      expect((await key.send('GET', '/credits')).status, 'the balance').to.equal(200);
    });

    it('[D requests.3] is credits-service and is down, every operation gets 503 instead of a made-up balance', async () => {
      gateway.backends.answers.getBalance = down;
      const answers = await Promise.all([
        key.send('GET', '/credits'),
        ...[MATCH, LIST, SWITCHBOARDS, PEOPLE].map((path) => key.send('POST', path, { items: [ITEM_OF[path]] })),
      ]);
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503, 503, 503]);
    });

    it('[7] fails unexpectedly, the answer is a 500 without internal details', async () => {
      gateway.backends.answers.viewOrganization = () => {
        throw new Error('astrid@nordvik.se');
      };
      const answer = await key.send('POST', MATCH, { items: [ITEM_OF[MATCH]] });
      expect([answer.status, answer.body.code]).to.deep.equal([500, 'internal_error']);
      expect(answer.text).not.to.include('astrid');
    });

    it('does not answer, the request gets 503 at its deadline', async () => {
      const hanging = await openTestGateway({
        timeoutMs: 50,
        upstream: {
          ...gateway.backends,
          creditsReader: { ...gateway.backends.creditsReader, getBalances: () => new Promise(() => {}) },
        },
      });
      try {
        const answer = await (await hanging.newKey()).send('GET', '/credits');
        expect([answer.status, answer.body.code]).to.deep.equal([503, 'service_unavailable']);
      } finally {
        await hanging.close();
      }
    });

    it('breaks the contract, the response guard answers 500', async () => {
      gateway.backends.answers.viewContact = () => ({ ...MASKED, email: 'astrid@nordvik.se' });
      const answer = await key.send('POST', LIST, { items: [ITEM_OF[LIST]] });
      expect([answer.status, answer.body.code]).to.deep.equal([500, 'internal_error']);
      expect(answer.text).not.to.include('astrid');
      expect(gateway.lines.join('')).not.to.include('astrid@nordvik.se');
    });
  });
});
