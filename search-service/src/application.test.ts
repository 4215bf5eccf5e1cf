import { randomUUID } from 'node:crypto';
import { createClient, type ServiceClient } from '@prospecting/platform/grpc';
import type { Serving } from '@prospecting/platform/serving';
import { startTestService } from '@prospecting/platform/testing';
import { searchService, type search } from '@prospecting/protos';
import { expect } from 'chai';
import { service } from './index.js';
import { SOLE_TRADER_KEY } from '#testing/directory-seed.js';
import { createTestDirectory, CURSOR_KEYS, identifiers, type TestDirectory } from '#testing/test-directory.js';

const ACCOUNT = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';

describe('search-service over gRPC', () => {
  let directory: TestDirectory;
  let serving: Serving;
  let client: ServiceClient<search.SearchServiceDefinition>;
  const soon = (): { deadlineAt: number } => ({ deadlineAt: Date.now() + 5_000 });

  before(async () => {
    directory = await createTestDirectory();
    serving = await startTestService(service, {
      DATABASE_URL: directory.searchUrl,
      CURSOR_KEYS: CURSOR_KEYS.join(','),
      SOLE_TRADER_KEY,
    });
    client = createClient(searchService, { target: `127.0.0.1:${serving.grpcPort}` });
  });

  after(async () => {
    client.close();
    await serving.stop(2_000);
    await directory.drop();
  });

  it('answers over gRPC exactly as in its own process, with absent fields still absent', async () => {
    const contacts = [
      { name: 'Bar Ek', roles: ['ceo'] },
      { name: 'Full Ek', jobTitle: 'CFO', linkedInSlug: 'full-ek', isExecutive: true },
    ];
    const [bare, full] = await directory.seed(
      { contacts },
      { legalForm: 'AB', city: 'Lund', foundedYear: 1999, digits: '5560360793' },
    );
    const items = [
      identifiers({ ...(bare !== undefined && { id: bare }) }),
      identifiers({ orgNumbers: [{ countryCode: 'SE', digits: '5560360793' }] }),
      identifiers({ domains: ['nobody.example'] }),
    ];
    const overTheWire = await client.service.matchOrganizations({ items }, soon());
    expect(overTheWire).to.deep.equal(await directory.service.matchOrganizations({ items }, soon()));
    expect(overTheWire.matches.map(({ organization }) => Object.keys(organization ?? {}).length)).to.deep.equal([
      3, 6, 0,
    ]);
    expect(overTheWire.matches[1]?.organization?.id).to.equal(full);
    expect(Object.keys(overTheWire.matches[2] ?? {})).to.deep.equal(['matchedBy']);

    const pages = {
      accountId: ACCOUNT,
      limit: 1,
      targetRoles: [],
      items: items.map((each) => ({ identifiers: each })),
    };
    const listed = await client.service.listContacts(pages, soon());
    expect(listed).to.deep.equal(await directory.service.listContacts(pages, soon()));
    expect(listed.pages[0]).to.have.property('nextCursor');
    expect(listed.pages[1]).not.to.have.property('nextCursor');

    const people = {
      items: [
        { linkedInSlug: 'full-ek', organization: null },
        { name: 'Bar Ek', organization: items[0] ?? expect.fail() },
        { organization: null },
      ],
    };
    const matched = await client.service.matchPeople(people, soon());
    expect(matched).to.deep.equal(await directory.service.matchPeople(people, soon()));
    expect(matched.matches[1]?.contacts[0]).not.to.have.any.keys('jobTitle', 'linkedInUrl');

    const contactIds = [matched.matches[1]?.contacts[0]?.id ?? expect.fail(), randomUUID()];
    const found = await client.service.getContacts({ contactIds }, soon());
    expect(found).to.deep.equal(await directory.service.getContacts({ contactIds }, soon()));
    expect(found.contacts[1]).to.deep.equal({});
  });

  it('is ready while its database answers', async () => {
    const response = await fetch(`http://127.0.0.1:${serving.adminPort}/readyz`);
    expect([response.status, await response.json()]).to.deep.equal([200, { status: 'ready', failing: [] }]);
  });

  it('counts its calls', async () => {
    await client.service.getContacts({ contactIds: [] }, soon());
    const metrics = await (await fetch(`http://127.0.0.1:${serving.adminPort}/metrics`)).text();
    expect(metrics).to.match(/prospect_rpc_server_calls_total\{.*GetContacts.*code="ok"\} [1-9]/);
    expect(metrics).to.include('prospect_pool_connections{pool="search-service"');
  });
});
