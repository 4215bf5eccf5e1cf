import { expect } from 'chai';
import { batchOf, keyed, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', website: 'https://nordkoll.example/' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordkoll.example', phone: '+46701740604' });
const board = switchboard(acme, { phone: '+46812345678', email: 'info@nordkoll.example' });

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

overEveryInstallation(
  'A reveal is validated before money moves',
  { organizations: [acme], contacts: [astrid], switchboards: [board] },
  (api) => {
    it('requires maxCredits unless it is a dry run [4.5.5]', async () => {
      const customer = await api.customer();
      for (const { path, body } of SPENDS) {
        for (const rest of [{}, { dryRun: false }, { dryRun: null }, { maxCredits: null }]) {
          const answer = await customer.post(path, { ...body, ...rest }, keyed());
          expect(problemOf(answer, 422, 'validation_failed').errors, path).to.have.all.keys('maxCredits');
        }
      }
    });

    it('requires an Idempotency-Key unless it is a dry run, once everything else is valid [4.5.5] [D requests.6]', async () => {
      const customer = await api.customer();
      for (const { path, body } of SPENDS) {
        for (const headers of [{}, keyed(''), keyed(' '), keyed('""')]) {
          const answer = await customer.post(path, { ...body, maxCredits: 5 }, headers);
          expect(problemOf(answer, 400, 'idempotency_key_required').retryable).to.equal(false);
        }
        problemOf(await customer.post(path, { ...body, maxCredits: 'x' }), 422, 'validation_failed');
      }
    });

    it('requires an Idempotency-Key for every contacts/reveal, dry runs included [4.5.5]', async () => {
      const customer = await api.customer();
      const answer = await customer.post(PATHS.reveal, { ...REVEAL.body, dryRun: true });
      problemOf(answer, 400, 'idempotency_key_required');
    });

    it('requires neither for a dry run of a match [4.4.5]', async () => {
      const customer = await api.customer();
      for (const { path, body } of MATCHES) {
        expect(batchOf(await customer.post(path, { ...body, dryRun: true })).dryRun, path).to.equal(true);
      }
    });

    it('accepts an Idempotency-Key of 1 to 255 characters, and names the header when it is longer [D requests.6]', async () => {
      for (const { path, body } of SPENDS) {
        const customer = await api.customer({ credits: { included: 5 } });
        for (const key of ['k', 'j'.repeat(255), `"${'q'.repeat(255)}"`]) {
          batchOf(await customer.post(path, { ...body, maxCredits: 5 }, keyed(key)));
        }
        const answer = await customer.post(path, { ...body, maxCredits: 5 }, keyed('k'.repeat(256)));
        expect(problemOf(answer, 422, 'validation_failed').errors).to.have.all.keys('Idempotency-Key');
      }
    });

    it('ignores an Idempotency-Key of any length on a call that does not need one [D requests.6]', async () => {
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
      // The key was not stored either: another request may use it.
      const same = keyed();
      const first = await customer.post(PATHS.organizations, { items: [item] }, same);
      const second = await customer.post(PATHS.organizations, { items: [item, item] }, same);
      expect([first.status, second.status]).to.deep.equal([200, 200]);
      expect(second.headers).not.to.have.property('idempotent-replayed');
    });

    it('requires infoTypes with at least one value, all known, for contacts/reveal [D requests.4]', async () => {
      const customer = await api.customer({ credits: { included: 5 } });
      for (const infoTypes of [undefined, null, [], ['fax'], ['Email'], 'email', [['email']], ['email', null]]) {
        const body = { ...REVEAL.body, infoTypes, maxCredits: 5 };
        const { errors } = problemOf(await customer.post(PATHS.reveal, body, keyed()), 422, 'validation_failed');
        expect(Object.keys(errors ?? {}).every((field) => /^infoTypes\b/.test(field))).to.equal(true);
      }
      for (const infoTypes of [['linkedIn'], ['email', 'email'], ['email', 'phone', 'linkedIn']]) {
        const body = { ...REVEAL.body, infoTypes, maxCredits: 5 };
        batchOf(await customer.post(PATHS.reveal, body, keyed()));
      }
    });

    it('validates the batch and dryRun of contacts/reveal as on every endpoint [1.5] [D requests.4]', async () => {
      const customer = await api.customer();
      const of = (rest: object) => customer.post(PATHS.reveal, { ...REVEAL.body, maxCredits: 5, ...rest }, keyed());
      problemOf(await of({ items: [] }), 422, 'validation_failed');
      problemOf(await of({ items: Array(26).fill({ contactId: astrid.id }) }), 422, 'too_many_items');
      problemOf(await of({ dryRun: 'true' }), 422, 'validation_failed');
      problemOf(await of({ maxCredits: -1 }), 422, 'validation_failed');
      problemOf(await of({ maxCredits: '5' }), 422, 'validation_failed');
    });
  },
);
