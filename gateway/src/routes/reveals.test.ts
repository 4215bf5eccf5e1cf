import { randomUUID } from 'node:crypto';
import { DomainError, serviceUnavailable } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { openTestGateway, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';
import { CONTACT, createRecordingBackends, MASKED, NOBODY, ORGANIZATION, viewOf } from '#testing/backends.js';

const MATCH = '/organizations/match';
const SWITCHBOARDS = '/organizations/switchboards/match';
const PEOPLE = '/people/match';
const REVEAL = '/contacts/reveal';
const DOMAIN = { domain: 'nordvik.se' };
const PERSON = { linkedInUrl: 'linkedin.com/in/astrid-exempel' };
const ONE = { contactId: CONTACT.id };

/** Bodies that reveal one subject on each path, without maxCredits. */
const BODIES: Record<string, { readonly items: readonly object[]; readonly [member: string]: unknown }> = {
  [MATCH]: { items: [DOMAIN], reveal: ['details'] },
  [SWITCHBOARDS]: { items: [DOMAIN], reveal: ['email', 'phone'] },
  [PEOPLE]: { items: [PERSON], reveal: ['email', 'phone'] },
  [REVEAL]: { items: [ONE], infoTypes: ['email', 'phone', 'linkedIn'] },
};
const SUBJECTS: Record<string, reveal.SpendSubject> = {
  [MATCH]: {
    kind: 'SUBJECT_KIND_ORGANIZATION',
    subjectId: ORGANIZATION.id,
    infoTypes: ['details'],
    shownIdentifiers: ['domain'],
  },
  [SWITCHBOARDS]: {
    kind: 'SUBJECT_KIND_SWITCHBOARD',
    subjectId: ORGANIZATION.id,
    infoTypes: ['email', 'phone'],
    shownIdentifiers: [],
  },
  [PEOPLE]: {
    kind: 'SUBJECT_KIND_CONTACT',
    subjectId: CONTACT.id,
    infoTypes: ['email', 'phone'],
    shownIdentifiers: [],
  },
  [REVEAL]: {
    kind: 'SUBJECT_KIND_CONTACT',
    subjectId: CONTACT.id,
    infoTypes: ['email', 'phone', 'linkedIn'],
    shownIdentifiers: [],
  },
};
const QUOTE = {
  creditCost: 0.2,
  newInfoTypes: ['email', 'phone'],
  alreadyRevealedInfoTypes: [],
  unavailableInfoTypes: [],
};
const NOTHING_NEW: reveal.SubjectOutcome = {
  found: false,
  costMillicredits: 0,
  newInfoTypes: [],
  alreadyRevealedInfoTypes: [],
  unavailableInfoTypes: [],
};
const notOnRecord = ({ subjects }: reveal.RevealRequest): reveal.SpendOutcome => ({
  subjects: subjects.map(() => NOTHING_NEW),
  quotedMillicredits: 0,
  chargedMillicredits: 0,
  remainingMillicredits: 0,
});
/** Backend calls of each path for one item, including the spend. */
const CALLS: Record<string, number> = { [MATCH]: 2, [SWITCHBOARDS]: 3, [PEOPLE]: 2, [REVEAL]: 1 };
const EMPTY: reveal.QuoteRequest = { accountId: '', priceGroup: '', subjects: [] };
const UNKNOWN_OUTCOME = /Retry with the same Idempotency-Key: it is charged once at most/;

describe('reveals', () => {
  let gateway: TestGateway;
  let key: TestKey;
  const original = createRecordingBackends().answers;

  before(async () => {
    gateway = await openTestGateway({ spendTimeoutMs: 2_000 });
    key = await gateway.newKey({ priceGroup: 'partners' });
  });
  after(() => gateway.close());
  beforeEach(() => {
    Object.assign(gateway.backends.answers, original);
    gateway.backends.calls.length = 0;
    gateway.logged.length = 0;
  });

  const calledMethods = (): string[] => gateway.backends.calls.map(({ method }) => method);
  const requestsOf = <Request>(method: string): Request[] =>
    gateway.backends.calls.filter((call) => call.method === method).map(({ request }) => request as Request);
  const post = (path: string, change: object = {}, idempotencyKey: string = randomUUID()): Promise<Answer> =>
    key.send('POST', path, { ...BODIES[path], maxCredits: 5, ...change }, { 'idempotency-key': idempotencyKey });
  const only = ({ body }: Answer): Record<string, unknown> => body.results?.[0] ?? {};

  for (const path of Object.keys(BODIES)) {
    describe(path, () => {
      it('sends one spend with the operation id, the price group of the account and the cap', async () => {
        const answer = await post(path, { maxCredits: 1.005 });
        expect(answer.status, answer.text).to.equal(200);
        const [order] = requestsOf<reveal.RevealRequest>('reveal');
        expect(order?.operationId).to.match(/^[0-9a-f]{64}$/);
        expect({ ...order, operationId: '' }).to.deep.equal({
          operationId: '',
          accountId: key.accountId,
          keyId: key.keyId,
          priceGroup: 'partners',
          subjects: [SUBJECTS[path]],
          maxMillicredits: 1_005,
        });
        expect(calledMethods()).not.to.include('getBalances');
      });

      it('makes all other calls before the spend and none after it', async () => {
        await post(path);
        const methods = calledMethods();
        expect(methods.at(-1)).to.equal('reveal');
        expect(methods).to.have.lengthOf(CALLS[path] as number, methods.join());
      });

      it('[2.1] returns and logs what was charged, and returns what is left', async () => {
        const answer = await post(path);
        expect(answer.body).to.include({
          creditsCharged: 0.2,
          creditsQuoted: 0.2,
          creditsRemaining: 118.6,
          dryRun: false,
        });
        expect(answer.headers.get('service-credits-remaining')).to.equal('118.6');
        await gateway.settled(1);
        expect(gateway.logged.map(({ creditsMillicredits }) => creditsMillicredits)).to.deep.equal([200]);
      });

      it('[2.1] quotes a dry run, ignores the cap and reveals nothing', async () => {
        const answer = await post(path, { dryRun: true, maxCredits: 0 });
        expect(answer.status, answer.text).to.equal(200);
        expect(answer.body).to.include({
          creditsCharged: 0,
          creditsQuoted: 0.2,
          creditsRemaining: 118.8,
          dryRun: true,
        });
        expect(calledMethods()).to.include('quote').and.not.to.include('reveal');
        expect(requestsOf<reveal.QuoteRequest>('quote')).to.deep.equal([
          { accountId: key.accountId, priceGroup: 'partners', subjects: [SUBJECTS[path]] },
        ]);
        await gateway.settled(1);
        expect(gateway.logged.map(({ creditsMillicredits }) => creditsMillicredits)).to.deep.equal([0]);
      });

      it('[2.1] returns a null balance and no balance header without a subscription', async () => {
        gateway.backends.answers.reveal = ({ subjects }) => ({
          subjects: subjects.map((subject) => ({ ...NOTHING_NEW, found: true, ...viewOf(subject) })),
          quotedMillicredits: 0,
          chargedMillicredits: 0,
        });
        const answer = await post(path);
        expect(answer.body['creditsRemaining'], answer.text).to.equal(null);
        expect(answer.headers.get('service-credits-remaining')).to.equal(null);
      });

      it('[4.1.7] [4.5.4] answers 422 above the cap, with the cap as it was sent and without results', async () => {
        gateway.backends.answers.reveal = () => {
          throw new DomainError('credit_cap_exceeded', {
            members: { creditsRequiredMillicredits: 1_200, maxCredits: 0.1 },
          });
        };
        const answer = await post(path, { maxCredits: 0.1005 });
        expect([answer.status, answer.body.code]).to.deep.equal([422, 'credit_cap_exceeded']);
        expect(answer.body).to.include({ creditsRequired: 1.2, maxCredits: 0.1005 });
        expect(answer.body).not.to.have.any.keys('results', 'creditsRemaining');
      });

      it('[4.1.7] [4.5.4] answers 402 above the balance, with the balance in body and header and without results', async () => {
        gateway.backends.answers.reveal = () => {
          throw new DomainError('insufficient_credits', {
            members: { creditsRequiredMillicredits: 1_200, creditsRemainingMillicredits: 300 },
          });
        };
        const answer = await post(path);
        expect([answer.status, answer.body.code]).to.deep.equal([402, 'insufficient_credits']);
        expect(answer.body).to.include({ creditsRequired: 1.2, creditsRemaining: 0.3 });
        expect(answer.headers.get('service-credits-remaining')).to.equal('0.3');
        expect(answer.body).not.to.have.property('results');
      });

      it('answers 503 that promises nothing when the spend is unavailable, and a retry has the same operation id', async () => {
        gateway.backends.answers.reveal = () => {
          throw serviceUnavailable('connect ECONNREFUSED 10.0.0.7:9090');
        };
        const lost = await post(path, {}, `lost ${path}`);
        expect([lost.status, lost.body.code, lost.body.retryable]).to.deep.equal([503, 'service_unavailable', true]);
        expect(lost.body.detail).to.match(UNKNOWN_OUTCOME);
        expect(lost.text).not.to.include('10.0.0.7');
        Object.assign(gateway.backends.answers, original);
        const again = await post(path, {}, `lost ${path}`);
        expect(again.status, again.text).to.equal(200);
        expect(again.headers.get('idempotent-replayed')).to.equal(null);
        const [first, second] = requestsOf<reveal.RevealRequest>('reveal');
        expect(second).to.deep.equal(first);
      });

      it('does not say that nothing was charged when the spend fails unexpectedly', async () => {
        gateway.backends.answers.reveal = () => ({ ...original.quote(EMPTY), subjects: [] });
        const answer = await post(path);
        expect([answer.status, answer.body.code]).to.deep.equal([500, 'internal_error']);
        expect(answer.body.detail).to.match(UNKNOWN_OUTCOME);
      });

      it('gives the spend a shorter deadline than the request', async () => {
        const before = Date.now();
        await post(path);
        const { deadlineAt } = gateway.backends.calls.find(({ method }) => method === 'reveal')?.call ?? {};
        expect(deadlineAt).to.be.within(before + 1_500, Date.now() + 2_000 - 20);
      });
    });
  }

  for (const path of [MATCH, SWITCHBOARDS, PEOPLE]) {
    it(`to ${path} with nothing to reveal cost nothing and still send their operation id`, async () => {
      Object.assign(gateway.backends.answers, {
        matchOrganization: () => ({ matchedBy: 'MATCHED_BY_UNSPECIFIED' }),
        matchPerson: () => NOBODY,
      });
      const answer = await post(path, { items: [{}, ...(BODIES[path]?.items ?? [])] });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.results?.map(({ status }) => status)).to.deep.equal(['invalid', 'not_found']);
      expect(answer.body).to.include({ creditsCharged: 0, creditsQuoted: 0 });
      expect(requestsOf<reveal.RevealRequest>('reveal').map(({ subjects }) => subjects)).to.deep.equal([[]]);
    });
  }

  it('[4.5.1] with only invalid items cost nothing and still send their operation id', async () => {
    const answer = await post(REVEAL, { items: [{}, { contactId: 'acme' }] });
    expect(answer.body.results?.map(({ status }) => status)).to.deep.equal(['invalid', 'invalid']);
    expect(answer.body).to.include({ creditsCharged: 0, creditsQuoted: 0 });
    expect(requestsOf<reveal.RevealRequest>('reveal').map(({ subjects }) => subjects)).to.deep.equal([[]]);
  });

  it('answer 500 that promises nothing, not `not_found`, when the outcome of an organization lacks its view', async () => {
    gateway.backends.answers.reveal = notOnRecord;
    const answer = await post(MATCH);
    expect([answer.status, answer.body.code]).to.deep.equal([500, 'internal_error']);
    expect(answer.body.detail).to.match(UNKNOWN_OUTCOME);
  });

  it('answer 503 that promises nothing when the spend times out', async () => {
    const late = await openTestGateway({
      spendTimeoutMs: 100,
      upstream: {
        ...gateway.backends,
        revealSpender: { ...gateway.backends.revealSpender, reveal: () => new Promise(() => {}) },
      },
    });
    try {
      const { send } = await late.newKey();
      const answer = await send('POST', REVEAL, { ...BODIES[REVEAL], maxCredits: 1 }, { 'idempotency-key': 'late' });
      expect([answer.status, answer.body.code]).to.deep.equal([503, 'service_unavailable']);
      expect(answer.body.detail).to.match(UNKNOWN_OUTCOME);
    } finally {
      await late.close();
    }
  });

  it('answer 503 without a spend when a read before it fails', async () => {
    const down = (): never => {
      throw serviceUnavailable('search is down');
    };
    for (const [path, answers] of [
      [MATCH, { matchOrganization: down }],
      [SWITCHBOARDS, { viewOrganization: down }],
      [PEOPLE, { matchPerson: down }],
    ] as const) {
      Object.assign(gateway.backends.answers, original, answers);
      const answer = await post(path);
      expect(answer.status, path).to.equal(503);
      expect(answer.body.detail).to.match(/Nothing was revealed or charged/);
      expect(calledMethods()).not.to.include('reveal');
    }
  });

  it('of concurrent requests do not share a call', async () => {
    await Promise.all(Array.from({ length: 12 }, () => post(REVEAL)));
    const orders = requestsOf<reveal.RevealRequest>('reveal');
    expect(new Set(orders.map(({ operationId }) => operationId))).to.have.property('size', 12);
  });

  it('[2.4] [4.4.1] have a quote only in matched results', async () => {
    for (const path of [PEOPLE, SWITCHBOARDS]) {
      expect(only(await post(path))['reveal'], path).to.deep.equal(QUOTE);
      expect(only(await post(path, { reveal: [] })), path).not.to.have.property('reveal');
    }
    expect(only(await post(MATCH))).to.include({ status: 'matched', creditCost: 0.2 });
    expect(only(await post(MATCH, { reveal: null }))).not.to.have.property('creditCost');
    gateway.backends.answers.reveal = notOnRecord;
    for (const path of [PEOPLE, SWITCHBOARDS]) {
      expect(only(await post(path))).to.have.all.keys('status', 'reason');
    }
    gateway.backends.answers.matchPerson = () => NOBODY;
    expect(only(await post(PEOPLE))).to.have.all.keys('status', 'reason');
  });

  it('[4.4.4] reveal none of several candidates', async () => {
    gateway.backends.answers.matchPerson = () => ({
      outcome: 'OUTCOME_AMBIGUOUS',
      matchedBy: 'MATCHED_BY_NAME',
      contacts: [CONTACT, { ...CONTACT, id: randomUUID() }],
    });
    expect(only(await post(PEOPLE))).to.have.all.keys('status', 'candidates');
    expect(requestsOf<reveal.RevealRequest>('reveal')[0]?.subjects).to.deep.equal([]);
  });

  it('[4.5.1] have the status quoted on a dry run and revealed otherwise, with quote and contact', async () => {
    const view = { ...MASKED, phone: '+46701740604', phoneIsMasked: false };
    for (const settle of ['quote', 'reveal'] as const) {
      gateway.backends.answers[settle] = (request: reveal.QuoteRequest & reveal.RevealRequest) => {
        const outcome = original[settle](request);
        return { ...outcome, subjects: outcome.subjects.map((each) => ({ ...each, contactChannels: view })) };
      };
    }
    const quoted = only(await post(REVEAL, { dryRun: true, infoTypes: ['email', 'phone'] }));
    const revealed = only(await post(REVEAL, { infoTypes: ['email', 'phone'] }));
    const contact = { ...CONTACT, ...view };
    const shown = { contactId: CONTACT.id, reveal: QUOTE, contact };
    expect(quoted).to.deep.equal({ status: 'quoted', ...shown });
    expect(revealed).to.deep.equal({ status: 'revealed', ...shown });
  });

  it('[4.5.1] return not_found for a contact that is not on record, also when only a retry finds that', async () => {
    gateway.backends.answers.reveal = ({ subjects }) => ({
      ...notOnRecord({ subjects } as reveal.RevealRequest),
      subjects: subjects.map(({ infoTypes }) => ({ ...NOTHING_NEW, found: true, newInfoTypes: infoTypes })),
    });
    expect(only(await post(REVEAL))).to.deep.equal({ status: 'not_found', contactId: CONTACT.id });
    gateway.backends.answers.reveal = notOnRecord;
    expect(only(await post(REVEAL))).to.deep.equal({ status: 'not_found', contactId: CONTACT.id });
  });

  it('[4.1.6] send every occurrence of an organization with the identifiers that its result shows', async () => {
    await post(MATCH, { items: [DOMAIN, {}, { id: ORGANIZATION.id }] });
    expect(
      requestsOf<reveal.RevealRequest>('reveal')[0]?.subjects.map(({ shownIdentifiers }) => shownIdentifiers),
    ).to.deep.equal([['domain'], []]);
  });
});
