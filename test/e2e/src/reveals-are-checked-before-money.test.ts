import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  contact,
  organization,
  overBothTransports,
  PATHS,
  problemOf,
  switchboard,
  type Customer,
} from './support/index.js';

const acme = organization({ name: 'Nordvik AB', website: 'https://nordvik.example/' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordvik.example', phone: '+46701740604' });
const board = switchboard(acme, { phone: '+46812345678', email: 'info@nordvik.example' });

interface Spend {
  readonly path: string;
  readonly body: object;
}

const MATCHES: readonly Spend[] = [
  { path: PATHS.organizations, body: { items: [{ id: acme.id }], reveal: ['details'] } },
  { path: PATHS.switchboards, body: { items: [{ id: acme.id }], reveal: ['phone', 'email'] } },
  { path: PATHS.people, body: { items: [{ name: astrid.name, organization: { id: acme.id } }], reveal: ['email'] } },
];
const REVEAL: Spend = {
  path: PATHS.reveal,
  body: { items: [{ contactId: astrid.id }], infoTypes: ['email', 'phone'] },
};
const SPENDS = [...MATCHES, REVEAL];

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** What the account sees of everything that could have been revealed. */
async function look(customer: Customer): Promise<unknown[]> {
  const [line] = await customer.matchSwitchboards({ id: acme.id });
  const [person] = await customer.matchPeople({ name: astrid.name, organization: { id: acme.id } });
  const { json } = await customer.send(PATHS.credits);
  return [line?.organization?.detailsRevealed, line?.switchboard, person?.contact, json];
}

/** Money does not move yet: what has passed every check is refused with 503, before anything is revealed or charged. */
overBothTransports(
  'A reveal is checked before money moves',
  { organizations: [acme], contacts: [astrid], switchboards: [board] },
  (api) => {
    it('needs maxCredits when it is no dry run [4.5.5]', async () => {
      const customer = await api.customer();
      for (const { path, body } of SPENDS) {
        for (const rest of [{}, { dryRun: false }, { dryRun: null }, { maxCredits: null }]) {
          const answer = await customer.post(path, { ...body, ...rest }, keyed());
          expect(problemOf(answer, 422, 'validation_failed').errors, path).to.have.all.keys('maxCredits');
        }
      }
    });

    it('needs an Idempotency-Key when it is no dry run, after everything else is right [4.5.5] [D requests.6]', async () => {
      const customer = await api.customer();
      for (const { path, body } of SPENDS) {
        for (const headers of [{}, keyed(''), keyed(' '), keyed('""')]) {
          const answer = await customer.post(path, { ...body, maxCredits: 5 }, headers);
          expect(problemOf(answer, 400, 'idempotency_key_required').retryable).to.equal(false);
        }
        problemOf(await customer.post(path, { ...body, maxCredits: 'x' }), 422, 'validation_failed');
      }
    });

    it('needs one for contacts/reveal always, dry runs included [4.5.5]', async () => {
      const customer = await api.customer();
      const answer = await customer.post(PATHS.reveal, { ...REVEAL.body, dryRun: true });
      problemOf(answer, 400, 'idempotency_key_required');
    });

    it('needs neither for a dry run of a match [4.4.5]', async () => {
      const customer = await api.customer();
      for (const { path, body } of MATCHES) {
        problemOf(await customer.post(path, { ...body, dryRun: true }), 503, 'service_unavailable');
      }
    });

    it('takes a key of 1 to 255 characters, and names the header when it is longer [D requests.6]', async () => {
      const customer = await api.customer();
      for (const { path, body } of SPENDS) {
        for (const key of ['k', 'k'.repeat(255), `"${'k'.repeat(255)}"`]) {
          problemOf(await customer.post(path, { ...body, maxCredits: 5 }, keyed(key)), 503, 'service_unavailable');
        }
        const answer = await customer.post(path, { ...body, maxCredits: 5 }, keyed('k'.repeat(256)));
        expect(problemOf(answer, 422, 'validation_failed').errors).to.have.all.keys('Idempotency-Key');
      }
    });

    it('ignores a key where none is needed, however long [D requests.6]', async () => {
      const customer = await api.customer();
      const long = keyed('k'.repeat(1000));
      const item = { id: acme.id };
      const answers = [
        await customer.send(PATHS.credits, { headers: long }),
        await customer.post(PATHS.contacts, { items: [item] }, long),
        await customer.post(PATHS.organizations, { items: [item] }, long),
        await customer.post(PATHS.organizations, { items: [item], reveal: [] }, long),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      // Nor is it remembered: another request may come with it.
      const same = keyed();
      const first = await customer.post(PATHS.organizations, { items: [item] }, same);
      const second = await customer.post(PATHS.organizations, { items: [item, item] }, same);
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.headers).not.to.have.property('idempotent-replayed');
    });

    it('takes infoTypes of known values, at least one, for contacts/reveal [D requests.4]', async () => {
      const customer = await api.customer();
      for (const infoTypes of [undefined, null, [], ['fax'], ['Email'], 'email', [['email']], ['email', null]]) {
        const body = { ...REVEAL.body, infoTypes, maxCredits: 5 };
        const { errors } = problemOf(await customer.post(PATHS.reveal, body, keyed()), 422, 'validation_failed');
        expect(Object.keys(errors ?? {}).every((field) => /^infoTypes\b/.test(field))).to.equal(true);
      }
      for (const infoTypes of [['linkedIn'], ['email', 'email'], ['email', 'phone', 'linkedIn']]) {
        const body = { ...REVEAL.body, infoTypes, maxCredits: 5 };
        problemOf(await customer.post(PATHS.reveal, body, keyed()), 503, 'service_unavailable');
      }
    });

    it('takes the batch and a dryRun of contacts/reveal as everywhere [1.5] [D requests.4]', async () => {
      const customer = await api.customer();
      const of = (rest: object) => customer.post(PATHS.reveal, { ...REVEAL.body, maxCredits: 5, ...rest }, keyed());
      problemOf(await of({ items: [] }), 422, 'validation_failed');
      problemOf(
        await of({ items: Array.from({ length: 26 }, () => ({ contactId: astrid.id })) }),
        422,
        'too_many_items',
      );
      problemOf(await of({ dryRun: 'true' }), 422, 'validation_failed');
      problemOf(await of({ maxCredits: -1 }), 422, 'validation_failed');
      problemOf(await of({ maxCredits: '5' }), 422, 'validation_failed');
    });

    it('is refused as a whole while it cannot be done: retryable, nothing revealed, nothing charged [4.4.6] [D requests.3]', async () => {
      const customer = await api.customer({ credits: { included: 50, purchased: 50 } });
      const before = await look(customer);
      for (const { path, body } of SPENDS) {
        for (const rest of [{ maxCredits: 100 }, { dryRun: true }]) {
          const answer = await customer.post(path, { ...body, ...rest }, keyed());
          expect(problemOf(answer, 503, 'service_unavailable').retryable).to.equal(true);
          expect(answer.headers).not.to.have.property('service-credits-remaining');
          expect(answer.json).not.to.have.property('results');
        }
      }
      expect(await look(customer)).to.deep.equal(before);
    });

    it('remembers nothing after a failure: the same key may come with any request [4.4.6]', async () => {
      const customer = await api.customer();
      const key = keyed();
      for (const { path, body } of SPENDS) {
        const answer = await customer.post(path, { ...body, maxCredits: 5 }, key);
        problemOf(answer, 503, 'service_unavailable');
        expect(answer.headers).not.to.have.property('idempotent-replayed');
      }
    });
  },
);
