import { expect } from 'chai';
import type { Example, Operation, Response, Schema } from './document.js';
import { contract, documentFor, loadDocument, partialSchemas, resolve } from './document.js';
import { operations } from './operations.js';
import { problemKinds } from './problems.js';
import { schemaCompiler } from './schema-compiler.js';
import { INFO_TYPES, ITEM_ERRORS, MATCHED_BY, PERSONAL_DATA_FIELDS, PROBLEM_CODES, REASONS } from './vocabulary.js';

const SPENDING = ['match_organizations', 'match_organization_switchboards', 'match_people', 'reveal_contacts'];

const everyOperation: readonly Operation[] = Object.values(contract.paths).flatMap((path) => Object.values(path));

describe('the contract', () => {
  it('[9.1] is an OpenAPI 3.1 document of version v1 whose base address ends in /external/v1', () => {
    expect(contract.openapi).to.equal('3.1.1');
    expect(contract.info.version).to.equal('v1');
    expect(contract.servers.map(({ url }) => url)).to.deep.equal(['/external/v1']);
  });

  it('[9.1] names the six operations verb_noun, each with its method and path', () => {
    const listed = Object.values(operations).map(({ operationId, method, path }) => `${operationId} ${method} ${path}`);
    expect(listed).to.deep.equal([
      'match_organizations POST /organizations/match',
      'match_organization_contacts POST /organizations/contacts/match',
      'match_organization_switchboards POST /organizations/switchboards/match',
      'match_people POST /people/match',
      'reveal_contacts POST /contacts/reveal',
      'get_credits GET /credits',
    ]);
  });

  it('[9.1] carries x-credit-cost with unit, spendsWhen, defaults and rules on the four spending operations only', () => {
    const priced = everyOperation.filter((operation) => operation['x-credit-cost'] !== undefined);
    expect(priced.map(({ operationId }) => operationId)).to.deep.equal(SPENDING);
    for (const operation of priced) {
      const cost = operation['x-credit-cost'];
      expect(Object.keys(cost ?? {})).to.deep.equal(['unit', 'spendsWhen', 'defaults', 'rules']);
      expect(cost?.rules).to.not.be.empty;
    }
  });

  it('[4.5.2] names the default prices', () => {
    const prices = Object.values(operations).map(({ creditCost }) => creditCost?.defaults);
    expect(prices).to.deep.equal([
      { details: 0.2 },
      undefined,
      { phone: 1, email: 0.2 },
      { email: 0.2, phone: 1 },
      { email: 0.2, phone: 1, linkedIn: 0 },
      undefined,
    ]);
  });

  it('[1.6] has no operation that creates, edits or deletes a record or buys credits', () => {
    for (const [path, methods] of Object.entries(contract.paths)) {
      expect(Object.keys(methods), path).to.deep.equal([path === '/credits' ? 'get' : 'post']);
      expect(path).to.match(/\/match$|^\/contacts\/reveal$|^\/credits$/);
    }
  });

  it('[9.3] [9.4] is the only version, and names the address of a breaking one', () => {
    const versions = [...JSON.stringify(contract).matchAll(/\/external\/(v\d+)/g)].map(([, version]) => version);
    expect(versions.filter((version) => version !== 'v1')).to.deep.equal(['v2']);
    expect(contract.info.description).to.contain('`/external/v2`, announced well in');
  });

  it('is published unchanged except for the address of the installation', () => {
    const published = documentFor({ baseUrl: 'https://api.example.com/external/v1/' });
    expect(published.servers).to.deep.equal([{ url: 'https://api.example.com/external/v1' }]);
    expect({ ...published, servers: contract.servers }).to.deep.equal(loadDocument());
  });

  it('has no broken reference', () => {
    const pointers = [...JSON.stringify(contract).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? '');
    expect(pointers.length).to.be.greaterThan(100);
    for (const pointer of new Set(pointers)) expect(() => resolve({ $ref: pointer }), pointer).to.not.throw();
    expect(() => resolve({ $ref: '#/components/schemas/Nothing' })).to.throw('#/components/schemas/Nothing');
  });

  it('[9.2] leaves its schemas open, so that clients accept fields that are added later', () => {
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      expect(schema.additionalProperties, name).to.equal(undefined);
      expect(schema, name).to.not.have.property('unevaluatedProperties');
    }
  });
});

describe('the responses of each operation', () => {
  const common = ['invalid_api_key', 'api_key_revoked', 'api_key_expired', 'feature_not_enabled', 'not_found'];
  const always = [
    ...common,
    'method_not_allowed',
    'payload_too_large',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ];
  const withBody = [...always, 'unsupported_media_type', 'validation_failed', 'too_many_items'];
  const spending = [
    ...withBody,
    'idempotency_key_required',
    'insufficient_credits',
    'idempotency_key_in_use',
    'idempotency_key_reused',
    'credit_cap_exceeded',
  ];

  for (const { operationId, problemCodes } of Object.values(operations)) {
    it(`[D requests.3] ${operationId} lists every problem code that it can answer with, under its status`, () => {
      const expected = SPENDING.includes(operationId) ? spending : operationId === 'get_credits' ? always : withBody;
      expect(Object.values(problemCodes).flat()).to.have.members(expected);
      for (const [status, codes] of Object.entries(problemCodes)) {
        for (const code of codes) expect(String(problemKinds[code].status), code).to.equal(status);
      }
    });
  }

  for (const operation of everyOperation) {
    it(`${operation.operationId} declares the headers of each response`, () => {
      for (const [status, reference] of Object.entries(operation.responses)) {
        const headers = Object.keys(resolve<Response>(reference).headers ?? {});
        expect(headers, status).to.have.members(headersOf(operation.operationId, status));
      }
    });
  }
});

/** External API sections 4 and 8, decisions Envelope, Idempotency and requests.3. */
function headersOf(operationId: string, status: string): string[] {
  if (status === '401') return [];
  const names = ['RateLimit-Policy', 'RateLimit'];
  if (status === '402' || (status === '200' && operationId !== 'match_organization_contacts'))
    names.push('Service-Credits-Remaining');
  if (status === '200' && SPENDING.includes(operationId)) names.push('Idempotent-Replayed');
  if (status === '405') names.push('Allow');
  if (status === '409' || status === '429' || status === '503') names.push('Retry-After');
  return names;
}

describe('the examples', () => {
  const compile = schemaCompiler(closedForReaders, { allErrors: true });
  for (const operation of everyOperation) {
    it(`${operation.operationId}: every request and response example satisfies its schema and has no field that the schema does not list`, () => {
      const { requestSchema, responseSchema } = operations[operation.operationId as keyof typeof operations];
      const request = operation.requestBody?.content['application/json']?.examples ?? {};
      const answer =
        resolve<Response>(operation.responses['200'] ?? { $ref: '' }).content['application/json']?.examples ?? {};
      expect(Object.keys(answer)).to.not.be.empty;
      const pairs = [
        ...Object.values(request).map((example) => [requestSchema ?? '', example] as const),
        ...Object.values(answer).map((example) => [responseSchema, example] as const),
      ];
      for (const [schemaName, reference] of pairs) {
        const { value, summary } = resolve<Example>(reference);
        const validate = compile(schemaName);
        expect(validate(value), `${summary}: ${JSON.stringify(validate.errors)}`).to.equal(true);
      }
    });
  }

  it('show every status of every result', () => {
    for (const { operationId, responseSchema, path } of Object.values(operations)) {
      if (operationId === 'get_credits') continue;
      const results = resolve<Schema>(
        contract.components.schemas[responseSchema]?.properties?.['results']?.items ?? {},
      );
      const declared = (results.oneOf ?? []).map((branch) => resolve<Schema>(branch).properties?.['status']?.const);
      const response = resolve<Response>(contract.paths[path]?.post?.responses['200'] ?? { $ref: '' });
      const shown = JSON.stringify(response.content['application/json']?.examples);
      for (const status of declared) expect(shown, operationId).to.contain(`"status":"${String(status)}"`);
    }
  });

  it('use only reserved domains and phone numbers reserved for fiction', () => {
    const text = JSON.stringify(contract.paths);
    const hosts = [...text.matchAll(/(?:@|https?:\/\/)([a-z0-9.-]+)/g)].map(([, host]) => host ?? '');
    expect(hosts).to.not.be.empty;
    for (const host of hosts) expect(host).to.match(/(^|\.)example(\.com)?$|^www\.linkedin\.com$/);
    for (const [number] of text.matchAll(/\+46\d{6,}/g)) expect(number).to.match(/^\+46(7017406\d\d|8465004\d\d)$/);
  });
});

/** Closes requests too: the service would ignore a misspelt field of an example. */
function closedForReaders(schema: Schema, name: string): Schema {
  return schema.type === 'object' && !partialSchemas.has(name)
    ? { ...schema, additionalProperties: schema.additionalProperties ?? false }
    : schema;
}

describe('the lists of known values', () => {
  it('[4.4.7] [D results.7] match the decisions', () => {
    expect(ITEM_ERRORS)
      .to.have.lengthOf(16)
      .and.to.include.members(['invalid_cursor', 'invalid_contact_id', 'name_required']);
    expect(REASONS).to.deep.equal(['organization_not_found', 'person_not_found', 'no_switchboard']);
    expect(MATCHED_BY).to.deep.equal(['id', 'orgNumber', 'linkedInUrl', 'domain', 'email', 'name', 'cursor']);
    expect(INFO_TYPES).to.deep.equal(['email', 'phone', 'linkedIn']);
    expect(PROBLEM_CODES).to.have.lengthOf(18);
  });

  it('explain every item error and reason', () => {
    const meanings = (name: string): string[] =>
      Object.keys(contract.components.schemas[name]?.['x-enumDescriptions'] ?? {});
    expect(meanings('ItemError')).to.deep.equal(ITEM_ERRORS);
    expect(meanings('NotFoundReason')).to.deep.equal(REASONS);
  });

  it('mark the fields that hold personal data', () => {
    expect(PERSONAL_DATA_FIELDS).to.include.members([
      'email',
      'phone',
      'name',
      'jobTitle',
      'linkedInUrl',
      'orgNumber',
      'organizationNumber',
    ]);
    expect(PERSONAL_DATA_FIELDS).to.not.include.members(['id', 'status', 'domain']);
  });
});

describe('the shapes of the decisions', () => {
  const fieldsOf = (name: string): string[] => Object.keys(contract.components.schemas[name]?.properties ?? {});

  it('[D results.1] a candidate has id, name, job title and organization, and there are at most 5', () => {
    expect(fieldsOf('Candidate')).to.deep.equal(['id', 'name', 'jobTitle', 'organizationId', 'organizationName']);
    expect(contract.components.schemas['PersonAmbiguous']?.properties?.['candidates']?.maxItems).to.equal(5);
  });

  it('[D results.2] a switchboard has a number and an address, each with its mask', () => {
    expect(fieldsOf('Switchboard')).to.deep.equal(['phone', 'phoneIsMasked', 'email', 'emailIsMasked']);
  });

  it('[4.1.3] [D identifiers.1] an organization is identified by id, orgNumber, linkedInUrl or domain, never by name', () => {
    const identifiers = ['id', 'orgNumber', 'countryCode', 'linkedInUrl', 'domain'];
    expect(fieldsOf('OrganizationItem')).to.deep.equal(['ref', ...identifiers]);
    expect(fieldsOf('ContactsItem')).to.deep.equal(['ref', 'cursor', ...identifiers]);
    const organization = contract.components.schemas['PersonItem']?.properties?.['organization']?.properties;
    expect(Object.keys(organization ?? {})).to.deep.equal(identifiers);
  });
});
