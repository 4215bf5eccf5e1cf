import type { CallContext } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import { expect } from 'chai';
import { createReads } from './reads.js';
import { createRecordingBackends, ORGANIZATION, type RecordingBackends } from '#testing/backends.js';

const call: CallContext = { deadlineAt: Date.now() + 60_000 };
const byDomain = (domain: string): search.OrganizationIdentifiers => ({ orgNumbers: [], domains: [domain] });
const methods = ({ calls }: RecordingBackends): string[] => calls.map(({ method }) => method);

describe('reads', () => {
  it('make no call for empty lists', async () => {
    const backends = createRecordingBackends();
    const reads = createReads(backends);
    const answers = await Promise.all([
      reads.matchOrganizations([], call),
      reads.listContacts({ accountId: 'a', targetRoles: [], limit: 20, items: [] }, call),
      reads.matchPeople([], call),
      reads.getContacts([], call),
      reads.viewOrganizations('a', [], call),
      reads.viewContacts('a', [], call),
      reads.viewSwitchboards('a', [], call),
      reads.findContactsByEmail('a', [], call),
    ]);
    expect(answers.flat()).to.deep.equal([]);
    expect(backends.calls).to.deep.equal([]);
  });

  it('of concurrent requests share calls, and return to each its own results in order', async () => {
    const backends = createRecordingBackends({
      matchOrganization: ({ domains }) => ({
        organization: { ...ORGANIZATION, name: domains[0] ?? '' },
        matchedBy: 'MATCHED_BY_DOMAIN',
      }),
    });
    const reads = createReads(backends);
    const requests = Array.from({ length: 40 }, (_, request) => [0, 1, 2].map((item) => `r${request}-${item}.se`));
    const answers = await Promise.all(requests.map((domains) => reads.matchOrganizations(domains.map(byDomain), call)));
    expect(answers.map((matches) => matches.map(({ organization }) => organization?.name))).to.deep.equal(requests);
    expect(backends.calls.length).to.be.within(1, 10);
  });

  it('of different accounts share a call, with one query per account', async () => {
    const backends = createRecordingBackends();
    const reads = createReads(backends);
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((account) => reads.viewContacts(account, [`contact-of-${account}`], call)),
    );
    const queries = backends.calls.flatMap(
      ({ request }) => (request as { queries: { accountId: string; contactIds: string[] }[] }).queries,
    );
    expect(queries).to.deep.equal(
      ['a', 'b', 'c', 'd', 'e'].map((account) => ({ accountId: account, contactIds: [`contact-of-${account}`] })),
    );
    expect(backends.calls.length).to.be.lessThan(5);
  });

  it('fetch the balance of an account once for all its waiting requests', async () => {
    const backends = createRecordingBackends();
    const reads = createReads(backends);
    const balances = await Promise.all(
      ['a', 'b', 'a', 'a', 'b', 'a'].map((account) => reads.getBalance(account, call)),
    );
    expect(balances.map(({ accountId }) => accountId)).to.deep.equal(['a', 'b', 'a', 'a', 'b', 'a']);
    const asked = backends.calls.map(({ request }) => (request as { accountIds: string[] }).accountIds);
    expect(asked).to.deep.equal([['a', 'b']]);
  });

  it('that share a call which one caller makes fail still succeed for the others', async () => {
    const backends = createRecordingBackends({
      matchOrganization: ({ domains }) => {
        if (domains[0] === 'poison.se') throw new Error('poison');
        return { organization: ORGANIZATION, matchedBy: 'MATCHED_BY_DOMAIN' };
      },
    });
    const reads = createReads(backends);
    const domains = ['a.se', 'b.se', 'c.se', 'poison.se', 'd.se'];
    const outcomes = await Promise.allSettled(
      domains.map((domain) => reads.matchOrganizations([byDomain(domain)], call)),
    );
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('reject when a backend returns fewer results than items', async () => {
    const backends = createRecordingBackends();
    const short: RecordingBackends = {
      ...backends,
      revealViewer: { ...backends.revealViewer, viewContacts: () => Promise.resolve({ answers: [{ views: [] }] }) },
      creditsReader: { ...backends.creditsReader, getBalances: () => Promise.resolve({ balances: [] }) },
    };
    const reads = createReads(short);
    const outcomes = await Promise.allSettled([reads.viewContacts('a', ['c'], call), reads.getBalance('a', call)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(methods(backends)).to.deep.equal([]);
  });
});
