import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  counted,
  type Customer,
  itNeeds,
  overEveryInstallation,
  PATHS,
  problemOf,
  rateState,
  recordsOf,
  type RequestOptions,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordtal.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordtal.example' });

const items = [{ id: acme.id }];
const people = [{ name: 'Astrid Exempel', organization: { id: acme.id } }];
const reveals = [{ contactId: astrid.id }];

interface Call {
  readonly label: string;
  readonly path: string;
  readonly options?: RequestOptions;
  readonly body?: unknown;
}

/** One call with a new key, and what it takes from each bucket. */
async function taken(customer: Customer, { path, options, body }: Call): Promise<object> {
  const answer = await customer.send(path, { ...(body !== undefined && { method: 'POST', body }), ...options });
  return counted(answer);
}

const LARGE = { items, padding: 'x'.repeat(256 * 1024) };
/** Returns the seconds until the window ends in which this instant is. */
const secondsLeft = (at: Date): number => Math.ceil((60_000 - (at.getTime() % 60_000)) / 1_000);

const keyed = (): RequestOptions['headers'] => ({ 'idempotency-key': randomUUID() });

overEveryInstallation(
  'Every request with a valid key counts once',
  { organizations: [acme], contacts: [astrid] },
  (api) => {
    async function expectEach(calls: readonly Call[], expected: object): Promise<void> {
      for (const call of calls) {
        const customer = await api.customer({ limits: 'default' });
        expect(await taken(customer, call), call.label).to.deep.equal(expected);
      }
    }

    it('counts the matching endpoints in overall and search [4.1.8] [4.2.6] [D requests.2]', () =>
      expectEach(
        [
          { label: 'organizations', path: PATHS.organizations, body: { items } },
          { label: 'contacts', path: PATHS.contacts, body: { items } },
          { label: 'switchboards', path: PATHS.switchboards, body: { items } },
          { label: 'people', path: PATHS.people, body: { items: people } },
        ],
        { overall: 1, search: 1, spend: 0 },
      ));

    it('counts GET /credits only in overall [4.1.8] [D requests.2]', () =>
      expectEach([{ label: 'credits', path: PATHS.credits }], { overall: 1, search: 0, spend: 0 }));

    it('counts a request once however many items it carries [4.1.8]', () =>
      expectEach([{ label: '25 items', path: PATHS.organizations, body: { items: Array(25).fill(items[0]) } }], {
        overall: 1,
        search: 1,
        spend: 0,
      }));

    it('counts a reveal in spend too, also when it is refused for a missing Idempotency-Key [4.1.8] [4.4.6] [D requests.2]', () =>
      expectEach(
        [
          { label: 'organizations', path: PATHS.organizations, body: { items, reveal: ['details'], maxCredits: 1 } },
          { label: 'switchboards', path: PATHS.switchboards, body: { items, reveal: ['phone'], maxCredits: 1 } },
          { label: 'people', path: PATHS.people, body: { items: people, reveal: ['email'], maxCredits: 1 } },
          {
            label: 'people with a key',
            path: PATHS.people,
            body: { items: people, reveal: ['email'], maxCredits: 1 },
            options: { headers: keyed() },
          },
          { label: 'dryRun false', path: PATHS.people, body: { items: people, reveal: ['email'], dryRun: false } },
          { label: 'without maxCredits', path: PATHS.people, body: { items: people, reveal: ['email'] } },
        ],
        { overall: 1, search: 1, spend: 1 },
      ));

    it('counts a dry run of a match only in overall and search [4.4.5] [D requests.2]', () =>
      expectEach(
        [
          { label: 'organizations', path: PATHS.organizations, body: { items, reveal: ['details'], dryRun: true } },
          { label: 'switchboards', path: PATHS.switchboards, body: { items, reveal: ['phone'], dryRun: true } },
          { label: 'people', path: PATHS.people, body: { items: people, reveal: ['email'], dryRun: true } },
        ],
        { overall: 1, search: 1, spend: 0 },
      ));

    it('does not count in spend when reveal is absent, null or empty [D requests.2]', () =>
      expectEach(
        [
          { label: 'null', path: PATHS.people, body: { items: people, reveal: null } },
          { label: 'empty', path: PATHS.people, body: { items: people, reveal: [] } },
          { label: 'maxCredits only', path: PATHS.people, body: { items: people, maxCredits: 5 } },
          { label: 'dryRun false only', path: PATHS.organizations, body: { items, dryRun: false } },
        ],
        { overall: 1, search: 1, spend: 0 },
      ));

    it('counts in spend whenever reveal is present, valid or not; only dryRun `true` is a dry run [D requests.2]', () =>
      expectEach(
        [
          ...['details', {}, 0, false, '', ['unknown'], [null]].map((reveal) => ({
            label: `reveal ${JSON.stringify(reveal)}`,
            path: PATHS.organizations,
            body: { items, reveal },
          })),
          ...['true', 1, null, [], {}].map((dryRun) => ({
            label: `dryRun ${JSON.stringify(dryRun)}`,
            path: PATHS.organizations,
            body: { items, reveal: ['details'], dryRun },
          })),
          { label: 'without items', path: PATHS.organizations, body: { reveal: ['details'] } },
        ],
        { overall: 1, search: 1, spend: 1 },
      ));

    it('never counts contacts/match in spend [D requests.2]', () =>
      expectEach([{ label: 'reveal', path: PATHS.contacts, body: { items, reveal: ['email'], maxCredits: 1 } }], {
        overall: 1,
        search: 1,
        spend: 0,
      }));

    it('counts every contacts/reveal in overall and spend, dry runs and refused ones included [4.5.6] [D requests.2]', () =>
      expectEach(
        [
          { label: 'real', path: PATHS.reveal, body: { items: reveals, infoTypes: ['email'], maxCredits: 1 } },
          { label: 'dry run', path: PATHS.reveal, body: { items: reveals, infoTypes: ['email'], dryRun: true } },
          {
            label: 'dry run with a key',
            path: PATHS.reveal,
            body: { items: reveals, infoTypes: ['email'], dryRun: true },
            options: { headers: keyed() },
          },
          { label: 'invalid', path: PATHS.reveal, body: {} },
          { label: 'malformed', path: PATHS.reveal, body: '{' },
          { label: 'too large', path: PATHS.reveal, body: LARGE },
          { label: 'no JSON', path: PATHS.reveal, body: 'x', options: { headers: { 'content-type': 'text/plain' } } },
        ],
        { overall: 1, search: 0, spend: 1 },
      ));

    it('counts 404 and 405 only in overall [D requests.2]', () =>
      expectEach(
        [
          { label: 'unknown path', path: '/organizations', body: { items, reveal: ['details'] } },
          { label: 'other method', path: PATHS.organizations, options: { method: 'GET' } },
          { label: 'other method on reveal', path: PATHS.reveal, options: { method: 'DELETE' } },
        ],
        { overall: 1, search: 0, spend: 0 },
      ));

    it('counts 413 and 415 like the call that was intended [D requests.2]', async () => {
      await expectEach(
        [
          { label: 'too large', path: PATHS.organizations, body: LARGE },
          {
            label: 'plain text',
            path: PATHS.people,
            body: 'x',
            options: { headers: { 'content-type': 'text/plain' } },
          },
        ],
        { overall: 1, search: 1, spend: 0 },
      );
      await expectEach(
        [
          {
            label: 'a reveal of another type',
            path: PATHS.organizations,
            body: { items, reveal: ['details'], maxCredits: 1 },
            options: { headers: { 'content-type': 'text/plain' } },
          },
        ],
        { overall: 1, search: 1, spend: 1 },
      );
    });

    it('counts a 403 [D requests.1]', async () => {
      const customer = await api.customer({ limits: 'default', apiEnabled: false });
      const answer = await customer.post(PATHS.organizations, { items });
      problemOf(answer, 403, 'feature_not_enabled');
      expect(counted(answer)).to.deep.equal({ overall: 1, search: 1, spend: 0 });
    });

    it('allows 60, 20 and 5 requests a minute by default, in windows of 60 seconds [4.1.8]', async () => {
      const customer = await api.customer({ limits: 'default' });
      const askedAt = api.now();
      const answer = await customer.send(PATHS.credits);
      expect(answer.headers['ratelimit-policy']).to.equal('"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60');
      const { reset } = rateState(answer).overall;
      expect(reset).to.be.within(secondsLeft(api.now()), secondsLeft(askedAt));
      expect(answer.headers['ratelimit']).to.equal(
        `"overall";r=59;t=${reset}, "search";r=20;t=${reset}, "spend";r=5;t=${reset}`,
      );
    });

    it('serves as many requests as the bucket allows, and answers 429 to the next one [4.1.8] [4.5.6]', async () => {
      const calls = [
        { path: PATHS.credits, body: undefined, limit: 60 },
        { path: PATHS.organizations, body: { items }, limit: 20 },
        { path: PATHS.reveal, body: {}, limit: 5 },
      ];
      for (const { path, body, limit } of calls) {
        const customer = await api.customer({ limits: 'default' });
        const options = body === undefined ? {} : { method: 'POST', body };
        for (let sent = 1; sent <= limit; sent++) {
          expect((await customer.send(path, options)).status, `${path} ${sent}`).not.to.equal(429);
        }
        problemOf(await customer.send(path, options), 429, 'rate_limited');
      }
    });

    it('states the same retry time in the header, the body and RateLimit of a 429 [4.1.8]', async () => {
      const customer = await api.customer({ limits: { search: 1 } });
      await customer.post(PATHS.organizations, { items });
      const askedAt = api.now();
      const answer = await customer.post(PATHS.organizations, { items });
      const problem = problemOf(answer, 429, 'rate_limited');
      const { remaining, reset } = rateState(answer).search;
      expect(remaining).to.equal(0);
      expect(reset).to.be.within(secondsLeft(api.now()), secondsLeft(askedAt));
      expect(problem).to.include({ retryable: true, retryAfterSeconds: reset });
      expect(answer.headers['retry-after']).to.equal(String(reset));
    });

    it('counts a 429 in every bucket of the request, and never shows less than 0 remaining [4.1.8]', async () => {
      const customer = await api.customer({ limits: { overall: 5, search: 1 } });
      for (let sent = 0; sent < 3; sent++) await customer.post(PATHS.organizations, { items });
      const credits = await customer.send(PATHS.credits);
      expect(credits.status).to.equal(200);
      expect(rateState(credits).overall.remaining).to.equal(1);
      expect(rateState(credits).search.remaining).to.equal(0);
      await customer.send(PATHS.credits);
      const refused = await customer.send(PATHS.credits);
      problemOf(refused, 429, 'rate_limited');
      expect(rateState(refused).overall.remaining).to.equal(0);
    });

    it('refuses requests of a full bucket, and serves requests that do not belong to it [4.1.8]', async () => {
      const customer = await api.customer({ limits: { search: 1, spend: 1 } });
      await customer.post(PATHS.people, { items: people });
      problemOf(await customer.post(PATHS.contacts, { items }), 429, 'rate_limited');
      problemOf(await customer.post(PATHS.switchboards, { items }), 429, 'rate_limited');
      expect((await customer.send(PATHS.credits)).status).to.equal(200);
      problemOf(await customer.post(PATHS.reveal, {}), 422, 'validation_failed');
      problemOf(await customer.post(PATHS.reveal, {}), 429, 'rate_limited');
    });

    it('shows the policy of the key unchanged on every response, success or failure [4.1.8]', async () => {
      const customer = await api.customer({ limits: { overall: 7, search: 6, spend: 4 } });
      const policy = '"overall";q=7;w=60, "search";q=6;w=60, "spend";q=4;w=60';
      const answers = [
        await customer.send(PATHS.credits),
        await customer.post(PATHS.organizations, { items }),
        await customer.post(PATHS.organizations, {}),
        await customer.send('/nowhere'),
        await customer.send(PATHS.people),
      ];
      for (const answer of answers) expect(answer.headers['ratelimit-policy']).to.equal(policy);
      expect(answers.map((answer) => rateState(answer).overall.remaining)).to.deep.equal([6, 5, 4, 3, 2]);
    });

    it('counts each key separately, also within one account [4.1.8]', async () => {
      const customer = await api.customer({ limits: { search: 1 } });
      const second = await api.admin.post<{ key: string }>(`/accounts/${customer.accountId}/keys`, { name: 'second' });
      api.confidential(second.key);
      await customer.post(PATHS.organizations, { items });
      problemOf(await customer.post(PATHS.organizations, { items }), 429, 'rate_limited');
      expect((await customer.using(second.key).post(PATHS.organizations, { items })).status).to.equal(200);
    });

    it('neither counts a request with an invalid key nor sends it rate headers [4.1.8]', async () => {
      const customer = await api.customer({ limits: 'default' });
      const answer = await customer.using(`${customer.key.slice(0, -1)}!`).send(PATHS.credits);
      problemOf(answer, 401, 'invalid_api_key');
      expect(answer.headers).not.to.have.any.keys('ratelimit', 'ratelimit-policy');
      expect(counted(await customer.send(PATHS.credits)).overall).to.equal(1);
    });

    itNeeds('clock', 'starts a new window exactly at each clock minute [4.1.8]', async () => {
      const customer = await api.customer({ limits: { overall: 2 } });
      const start = api.clock.now();
      const call = () => customer.send(PATHS.credits);
      api.clock.set('2026-03-15T10:21:59.000Z');
      expect(rateState(await call()).overall).to.include({ remaining: 1, reset: 1 });
      expect(rateState(await call()).overall).to.include({ remaining: 0, reset: 1 });
      problemOf(await call(), 429, 'rate_limited');
      api.clock.set('2026-03-15T10:21:59.999Z');
      expect(problemOf(await call(), 429, 'rate_limited').retryAfterSeconds).to.equal(1);
      api.clock.set('2026-03-15T10:22:00.000Z');
      expect(rateState(await call()).overall).to.include({ remaining: 1, reset: 60 });
      api.clock.set(start);
    });
  },
);
