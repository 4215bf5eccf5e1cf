import { randomUUID } from 'node:crypto';
import { explainGeneric } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createTestDirectory, type TestDirectory } from '#testing/test-directory.js';
import { selectContacts } from './select-contacts.js';
import { selectContactPages } from './select-contact-pages.js';
import { selectOrganizationHits } from './select-organization-hits.js';
import { selectPeopleHits } from './select-people-hits.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const ORGANIZATIONS = 20_000;

describe('statements on a large directory', () => {
  let directory: TestDirectory;

  before(async function () {
    this.timeout(60_000);
    directory = await createTestDirectory();
    await directory.seed(
      ...Array.from({ length: ORGANIZATIONS }, (_, index) => ({
        digits: String(5_600_000_000 + index),
        linkedInPage: `company/firm-${index}`,
        domains: [`firm-${index}.example`],
        contacts: [
          { name: `Anna Ek${index}`, linkedInSlug: `anna-${index}`, roles: ['ceo'] },
          { name: `Bo Ek${index}`, roles: ['cfo'] },
        ],
      })),
    );
    await directory.change('vacuum analyze');
  });

  after(() => directory.drop());

  /** Returns the nodes of the plan with which the prepared statement runs. */
  async function planOf(text: string): Promise<PlanNode[]> {
    const client = await directory.pool.connect();
    const [plan] = await explainGeneric<readonly { readonly Plan: PlanNode }[]>(client, text, 'format json').finally(
      () => client.release(),
    );
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode): void => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    visit(plan?.[0]?.Plan ?? expect.fail());
    return nodes;
  }

  const indexesOf = (nodes: readonly PlanNode[]): string[] =>
    [...new Set(nodes.map((node) => node['Index Name']).filter((name) => name !== undefined))].toSorted();

  const statements = {
    selectOrganizationHits,
    selectContactPages,
    selectPeopleHits,
    selectContacts,
  };

  for (const [name, { text }] of Object.entries(statements)) {
    it(`${name} scans no table`, async () => {
      const types = (await planOf(text)).map((node) => node['Node Type']);
      expect(types.filter((type) => type === 'Seq Scan')).to.deep.equal([]);
    });
  }

  it('finds organizations by the primary keys', async () => {
    const nodes = await planOf(selectOrganizationHits.text);
    expect(indexesOf(nodes)).to.deep.equal(['organization_identifiers_pkey', 'organizations_pkey']);
    const conditions = nodes.map((node) => node['Index Cond'] ?? '').filter((condition) => condition.includes('value'));
    expect(conditions).to.have.length(3);
    for (const condition of conditions) expect(condition).to.match(/kind = .* AND .*value = ANY/);
  });

  it('starts a page in the index of its order, and counts without touching the table', async () => {
    const nodes = await planOf(selectContactPages.text);
    const scans = nodes.filter(
      (node) => node['Node Type'] === 'Index Only Scan' && node['Index Name'] === 'contacts_organization_sort_idx',
    );
    expect(scans).to.have.length(2);
    expect(scans.map((scan) => scan['Index Cond']).join('\n')).to.match(
      /organization_id = .* AND \(ROW\(.*sort_key, .*id\) > ROW/,
    );
  });

  it('finds people by page, and by first name within an organization', async () => {
    const nodes = await planOf(selectPeopleHits.text);
    expect(indexesOf(nodes)).to.include.members([
      'contacts_linked_in_slug_idx',
      'contacts_organization_first_name_idx',
    ]);
    const byName = nodes.find((node) => node['Index Name'] === 'contacts_organization_first_name_idx');
    expect(byName?.['Index Cond']).to.match(/organization_id = .* AND .*first_name = /);
  });

  it('plans a statement once per connection, however small its arrays are', async () => {
    const client = await directory.pool.connect();
    try {
      for (let run = 0; run < 8; run++) await selectOrganizationHits.run(client, [[randomUUID()], [], [], []]);
      const { rows } = await client.query<{ generic_plans: number; custom_plans: number }>(
        'select generic_plans, custom_plans from pg_catalog.pg_prepared_statements where name = $1',
        [selectOrganizationHits.name],
      );
      expect(rows).to.deep.equal([{ generic_plans: 8, custom_plans: 0 }]);
    } finally {
      client.release();
    }
  });
});
