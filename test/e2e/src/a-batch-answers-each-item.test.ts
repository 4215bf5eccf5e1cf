import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { batchOf, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const acme = organization({
  name: 'Nordvik AB',
  countryCode: 'SE',
  organizationNumber: '556989-5001',
  domains: ['nordbatch.example'],
  linkedInUrl: 'https://www.linkedin.com/company/nordbatch',
});
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordbatch.example' });
const good = { id: acme.id };

const LOOKUPS = [PATHS.organizations, PATHS.contacts, PATHS.switchboards, PATHS.people];

overEveryInstallation(
  'A batch answers each item independently',
  { organizations: [acme], contacts: [astrid], switchboards: [switchboard(acme, { phone: '+46812345678' })] },
  (api) => {
    const goodFor = (path: string): object =>
      path === PATHS.people ? { name: astrid.name, organization: good } : good;

    it('answers 1 to 25 items in request order, each with its own ref [1.5]', async () => {
      const customer = await api.customer();
      for (const path of LOOKUPS) {
        for (const size of [1, 2, 25]) {
          const items = Array.from({ length: size }, (_, n) => ({
            ref: `row ${n}`,
            ...(n % 2 === 0 ? goodFor(path) : {}),
          }));
          const results = await customer.match(path, items);
          expect(results.map(({ ref }) => ref)).to.deep.equal(items.map(({ ref }) => ref));
          expect(results.map(({ status }) => status)).to.deep.equal(
            items.map((_, n) => (n % 2 === 0 ? 'matched' : 'invalid')),
          );
        }
      }
    });

    it('answers an item that the request repeats as many times as it is sent [1.5]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(...Array.from({ length: 25 }, () => good));
      for (const result of results) expect(result).to.deep.equal(results[0]);
    });

    it('keeps the valid items of a batch that contains every kind of invalid item [1.5]', async () => {
      const customer = await api.customer();
      const items: [item: unknown, outcome: string][] = [
        [{ ref: 'first', ...good }, 'matched'],
        [null, 'invalid_item'],
        ['nordbatch.example', 'invalid_item'],
        [7, 'invalid_item'],
        [true, 'invalid_item'],
        [[good], 'invalid_item'],
        [{}, 'missing_identifier'],
        [{ ref: 5, ...good }, 'invalid_ref'],
        [{ ref: 'x'.repeat(256), ...good }, 'invalid_ref'],
        [{ id: 'not-a-uuid' }, 'invalid_id'],
        [{ orgNumber: 'no digits' }, 'invalid_org_number'],
        [{ orgNumber: '123' }, 'invalid_org_number'],
        [{ orgNumber: '556989-5001', countryCode: 'GB' }, 'invalid_country_code'],
        [{ countryCode: 'SE' }, 'country_code_without_org_number'],
        [{ ...good, countryCode: 'SE' }, 'country_code_without_org_number'],
        [{ linkedInUrl: 'https://www.linkedin.com/in/astrid' }, 'invalid_linkedin_url'],
        [{ domain: 'localhost' }, 'invalid_domain'],
        [{ domain: '\u0000.example' }, 'invalid_domain'],
        [{ domain: '\uD800.example' }, 'invalid_domain'],
        [{ id: randomUUID() }, 'not_found'],
        [{ domain: 'okand.example' }, 'not_found'],
        [{ ref: null, ...good }, 'matched'],
        [{ orgNumber: '556989-5001', countryCode: null }, 'matched'],
        [{ linkedInUrl: 'linkedin.com/company/nordbatch' }, 'matched'],
        [{ ref: 'last', domain: 'nordbatch.example' }, 'matched'],
      ];
      expect(items).to.have.length(25);
      const results = await customer.matchOrganizations(...items.map(([item]) => item));
      expect(results.map(({ error, status }) => error ?? status)).to.deep.equal(items.map(([, outcome]) => outcome));
      expect([results[0]?.ref, results[24]?.ref]).to.deep.equal(['first', 'last']);
    });

    it('keeps the valid items of a people batch that contains every kind of invalid item [1.5]', async () => {
      const customer = await api.customer();
      const items: [item: unknown, outcome: string][] = [
        [{ ref: 'first', name: astrid.name, organization: good }, 'matched'],
        [{ linkedInUrl: 'https://www.linkedin.com/company/nordbatch' }, 'invalid_linkedin_url'],
        [{ email: 'no address' }, 'invalid_email'],
        [{ name: ' ', organization: good }, 'invalid_name'],
        [{ name: 'x'.repeat(10_000), organization: good }, 'invalid_name'],
        [{ name: astrid.name }, 'organization_required'],
        [{ organization: good }, 'name_required'],
        [{ name: astrid.name, organization: {} }, 'missing_identifier'],
        [{ name: astrid.name, organization: { domain: '.' } }, 'invalid_domain'],
        [{ name: astrid.name, organization: { orgNumber: '1', countryCode: 'SE' } }, 'invalid_org_number'],
        [{ name: astrid.name, organization: { id: 1 } }, 'invalid_id'],
        [{}, 'missing_identifier'],
        [undefined, 'invalid_item'],
        [{ ref: {}, name: astrid.name, organization: good }, 'invalid_ref'],
        [{ name: 'Ingen Alls', organization: good }, 'person_not_found'],
        [{ name: astrid.name, organization: { domain: 'okand.example' } }, 'organization_not_found'],
        [{ ref: 'last', name: 'astrid exempel', organization: { domain: 'www.nordbatch.example' } }, 'matched'],
      ];
      const results = await customer.matchPeople(...items.map(([item]) => item));
      expect(results.map(({ error, reason, status }) => error ?? reason ?? status)).to.deep.equal(
        items.map(([, outcome]) => outcome),
      );
    });

    it('rejects the whole request when `items` is empty, missing or not an array [1.5] [D requests.3]', async () => {
      const customer = await api.customer();
      for (const path of LOOKUPS) {
        for (const body of [
          {},
          { items: [] },
          { items: null },
          { items: good },
          { items: 'x' },
          [good],
          null,
          7,
          '"x"',
        ]) {
          const { errors } = problemOf(await customer.post(path, body), 422, 'validation_failed');
          expect(errors, JSON.stringify(body)).to.be.an('object').that.is.not.empty;
        }
      }
      const { errors } = problemOf(await customer.post(PATHS.organizations, { items: [] }), 422, 'validation_failed');
      expect(errors).to.have.all.keys('items');
    });

    it('rejects the whole request above 25 items and states the limit in maxItems [1.5]', async () => {
      const customer = await api.customer();
      for (const path of LOOKUPS) {
        for (const size of [26, 500]) {
          const answer = await customer.post(path, { items: Array(size).fill(goodFor(path)) });
          expect(problemOf(answer, 422, 'too_many_items')).to.include({ maxItems: 25, retryable: false });
        }
      }
    });

    it('echoes a ref of up to 255 characters of any kind unchanged [D requests.5]', async () => {
      const customer = await api.customer();
      const refs = ['', ' ', 'x'.repeat(255), '😀'.repeat(100), '"\\\n\t</script>', 'å\u0308', '__proto__', 'null'];
      const results = await customer.matchOrganizations(...refs.map((ref) => ({ ref, ...good })));
      expect(results.map(({ ref }) => ref)).to.deep.equal(refs);
    });

    it('marks an item `invalid` when its ref has another type or length, and echoes no ref [D requests.5]', async () => {
      const customer = await api.customer();
      const refs = [5, true, {}, [], ['x'], 'x'.repeat(256)];
      expect(await customer.matchOrganizations(...refs.map((ref) => ({ ref, ...good })))).to.deep.equal(
        refs.map(() => ({ status: 'invalid', error: 'invalid_ref' })),
      );
    });

    it('treats a ref of null as absent [D requests.4] [D requests.5]', async () => {
      const customer = await api.customer();
      const [result] = await customer.matchOrganizations({ ref: null, ...good });
      expect(result).to.include({ status: 'matched' }).and.not.have.property('ref');
    });

    it('marks an item that is not an object as `invalid` [D requests.5]', async () => {
      const customer = await api.customer();
      for (const path of LOOKUPS) {
        const items = [null, 'x', 5, false, [], [goodFor(path)]];
        expect(await customer.match(path, items)).to.deep.equal(
          items.map(() => ({ status: 'invalid', error: 'invalid_item' })),
        );
      }
    });

    it('treats an optional field that is null as absent [D requests.4]', async () => {
      const customer = await api.customer();
      const nothing = { reveal: null, dryRun: null, maxCredits: null, limit: null };
      for (const path of LOOKUPS) {
        const results = await customer.match(path, [goodFor(path)], nothing);
        expect(results[0]?.status).to.equal('matched');
      }
      const item = { id: null, orgNumber: null, countryCode: null, linkedInUrl: null, domain: 'nordbatch.example' };
      expect((await customer.matchOrganizations(item))[0]?.matchedBy).to.equal('domain');
    });

    it('rejects a dryRun that is not a boolean [D requests.4]', async () => {
      const customer = await api.customer();
      for (const dryRun of ['true', 1, 0, {}, []]) {
        const answer = await customer.post(PATHS.organizations, { items: [good], dryRun });
        expect(problemOf(answer, 422, 'validation_failed').errors).to.have.all.keys('dryRun');
      }
    });

    it('rejects a reveal that is not an array of known values; an empty array reveals nothing [D requests.4]', async () => {
      const customer = await api.customer();
      const tried: [path: string, reveal: unknown][] = [
        [PATHS.organizations, ['email']],
        [PATHS.organizations, 'details'],
        [PATHS.people, ['details']],
        [PATHS.people, ['linkedIn']],
        [PATHS.switchboards, ['linkedIn']],
        [PATHS.people, [null]],
        [PATHS.people, { email: true }],
        [PATHS.people, true],
      ];
      for (const [path, reveal] of tried) {
        const answer = await customer.post(path, { items: [goodFor(path)], reveal, dryRun: true });
        const fields = Object.keys(problemOf(answer, 422, 'validation_failed').errors ?? {});
        expect(
          fields.every((field) => /^reveal\b/.test(field)),
          fields.join(),
        ).to.equal(true);
      }
      const empty = batchOf(await customer.post(PATHS.people, { items: [goodFor(PATHS.people)], reveal: [] }));
      expect(empty.results[0]).not.to.have.property('reveal');
    });

    it('rejects a maxCredits that is not a finite number >= 0, even when nothing is revealed [D requests.4]', async () => {
      const customer = await api.customer();
      for (const maxCredits of ['-1', '"5"', '1e999', '-0.001', 'true', '[]', '{}']) {
        const body = `{"items":[{"id":"${acme.id}"}],"maxCredits":${maxCredits}}`;
        const answer = await customer.post(PATHS.organizations, body);
        expect(problemOf(answer, 422, 'validation_failed').errors, maxCredits).to.have.all.keys('maxCredits');
      }
      for (const maxCredits of [0, 0.2, 1e15]) {
        expect((await customer.post(PATHS.organizations, { items: [good], maxCredits })).status).to.equal(200);
      }
    });

    it('echoes the dryRun mode that the request used [D requests.4]', async () => {
      const customer = await api.customer();
      for (const [dryRun, echoed] of [
        [true, true],
        [false, false],
        [null, false],
        [undefined, false],
      ] as const) {
        const answer = await customer.post(PATHS.organizations, { items: [good], dryRun });
        expect(batchOf(answer).dryRun).to.equal(echoed);
      }
    });
  },
);
