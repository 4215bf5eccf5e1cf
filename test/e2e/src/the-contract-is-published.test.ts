import { loadDocument } from '@prospecting/openapi';
import { expect } from 'chai';
import { overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const countries = ['SE', 'NO', 'DK', 'FI'] as const;
const numbers = { SE: '556989-6001', NO: '889006001', DK: '24896001', FI: '0189600-1' };
const organizations = countries.map((countryCode) =>
  organization({ name: `Nordbolaget ${countryCode}`, countryCode, organizationNumber: numbers[countryCode] }),
);
const [swedish = organizations[0]!] = organizations;
const astrid = contact(swedish, { name: 'Astrid Exempel', email: 'astrid@nordavtal.example' });

interface Operation {
  readonly operationId: string;
  readonly 'x-credit-cost'?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const OPERATIONS = {
  'POST /organizations/match': 'match_organizations',
  'POST /organizations/contacts/match': 'match_organization_contacts',
  'POST /organizations/switchboards/match': 'match_organization_switchboards',
  'POST /people/match': 'match_people',
  'POST /contacts/reveal': 'reveal_contacts',
  'GET /credits': 'get_credits',
};

overEveryInstallation(
  'The published contract is what the service serves',
  { organizations, contacts: [astrid], switchboards: [switchboard(swedish, { phone: '+46812345678' })] },
  (api) => {
    const read = async (): Promise<Document> => (await api.fetch('/external/v1/openapi.json')).json as Document;

    it('serves REST over the organizations of four countries and their people [1.1]', async () => {
      const customer = await api.customer();
      const results = await customer.matchOrganizations(
        ...countries.map((countryCode) => ({ orgNumber: numbers[countryCode], countryCode })),
      );
      expect(results.map((result) => result.organization?.countryCode)).to.deep.equal(countries);
      const [person] = await customer.matchPeople({ name: astrid.name, organization: { id: swedish.id } });
      expect(person?.status).to.equal('matched');
    });

    it('is a public OpenAPI 3 document of version v1, at an address that ends in /external/v1 [9.1]', async () => {
      const answer = await api.fetch('/external/v1/openapi.json');
      expect(answer.status).to.equal(200);
      expect(answer.headers['content-type']).to.match(/^application\/json/);
      const document = answer.json as Document;
      expect(document.openapi).to.match(/^3\.\d+\.\d+$/);
      expect(document.info.version).to.equal('v1');
      expect(document.servers.map(({ url }) => url)).to.deep.equal([`${api.publicUrl}/external/v1`]);
    });

    it('names its operations verb_noun, and has exactly these six [9.1] [1.6]', async () => {
      const { paths } = await read();
      const named = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
      );
      expect(Object.fromEntries(named)).to.deep.equal(OPERATIONS);
    });

    it('states what spending operations cost: unit, spendsWhen, defaults and rules [9.1]', async () => {
      const { paths } = await read();
      const spending = Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .filter((operation) => operation['x-credit-cost'] !== undefined);
      expect(spending.map(({ operationId }) => operationId).sort()).to.deep.equal([
        'match_organization_switchboards',
        'match_organizations',
        'match_people',
        'reveal_contacts',
      ]);
      for (const operation of spending) {
        expect(operation['x-credit-cost']).to.have.all.keys('unit', 'spendsWhen', 'defaults', 'rules');
      }
      const defaults = Object.fromEntries(
        spending.map((operation) => [operation.operationId, operation['x-credit-cost']?.['defaults']]),
      );
      expect(defaults).to.deep.equal({
        match_organizations: { details: 0.2 },
        match_organization_switchboards: { phone: 1, email: 0.2 },
        match_people: { phone: 1, email: 0.2 },
        reveal_contacts: { phone: 1, email: 0.2, linkedIn: 0 },
      });
    });

    it('is the document that these tests check every response against [9.1]', async () => {
      const { paths } = await read();
      expect(paths).to.deep.equal(JSON.parse(JSON.stringify(loadDocument().paths)));
    });

    it('offers no operation that creates, edits, deletes or buys [1.6]', async () => {
      const customer = await api.customer();
      const id = swedish.id;
      const paths = [
        '/organizations',
        `/organizations/${id}`,
        '/contacts',
        `/contacts/${astrid.id}`,
        '/people',
        '/keys',
      ];
      const more = ['/accounts', '/credits/grants', '/credits/purchase', '/prices', '/webhooks', '/admin/v1/accounts'];
      for (const path of [...paths, ...more]) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          problemOf(await customer.send(path, { method, body: method === 'GET' ? undefined : {} }), 404, 'not_found');
        }
      }
      for (const path of Object.values(PATHS)) {
        for (const method of ['PUT', 'PATCH', 'DELETE']) {
          problemOf(await customer.send(path, { method }), 405, 'method_not_allowed');
        }
      }
    });

    it('does not serve the admin API on the public listener [1.6]', async () => {
      for (const path of ['/admin/v1/accounts', '/metrics', '/readyz', '/healthz']) {
        const answer = await api.fetch(path, { headers: { authorization: `Bearer ${api.adminToken}` } });
        problemOf(answer, 404, 'not_found');
      }
    });

    it('leaves every record unchanged, whatever is requested [1.6]', async () => {
      const customer = await api.customer();
      const look = async () => JSON.stringify(await customer.listContacts([{ id: swedish.id }]));
      const before = await look();
      await customer.post(PATHS.organizations, { items: [{ id: swedish.id, name: 'Other name', city: 'Kiruna' }] });
      await customer.post(PATHS.people, { items: [{ name: 'New Person', organization: { id: swedish.id } }] });
      expect(await look()).to.equal(before);
    });

    it('accepts unknown fields, and sends no undocumented ones [9.2]', async () => {
      const customer = await api.customer();
      const future = { items: [{ id: swedish.id, vatNumber: 'SE1', future: {} }], sort: 'name', future: [1] };
      // Every response of every test is checked for undocumented fields.
      for (const path of [PATHS.organizations, PATHS.contacts, PATHS.switchboards]) {
        expect((await customer.post(path, future)).status, path).to.equal(200);
      }
    });

    it('serves one version: nothing else exists below /external [9.3] [9.4]', async () => {
      const { key } = await api.customer();
      for (const version of ['v0', 'v2', 'v1.0', 'latest', 'V1']) {
        const answer = await api.fetch(`/external/${version}/credits`, { headers: { authorization: `Bearer ${key}` } });
        expect(answer.status, version).to.equal(404);
      }
      problemOf(await api.fetch('/credits', { headers: { authorization: `Bearer ${key}` } }), 404, 'not_found');
    });

    it('serves a reference for people, and a page for every error code [9.1]', async () => {
      const reference = await api.fetch('/docs');
      expect(reference.status).to.equal(200);
      for (const operation of Object.keys(OPERATIONS)) {
        expect(reference.text).to.include(operation.replace(/^\w+ /, ''));
      }
      const index = await api.fetch('/docs/errors');
      expect(index.text).to.include('insufficient_credits').and.include('rate_limited');
      expect((await api.fetch('/docs/errors/nonsense')).status).to.equal(404);
    });
  },
);
