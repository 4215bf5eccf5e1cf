import type { SchemaModule } from '@prospecting/platform/postgres';

/** A right that the migrations give a role. */
export interface Grant {
  readonly kind: 'schema' | 'table' | 'function';
  readonly schema: string;
  /** Of the table or function; of a schema, the schema. */
  readonly name: string;
  /** Null: the whole table. */
  readonly column: string | null;
  /** `select`, in lower case. */
  readonly privilege: string;
  readonly role: string;
}

/**
 * Reads from the migrations of schemas which rights their roles have in the end. Statements inside
 * functions and `do` blocks, which act on what they find, are left out.
 */
export function expectedGrants(modules: readonly SchemaModule[]): Grant[] {
  const grants = new Map<string, Grant>();
  const tables: string[] = [];
  for (const { migrations } of modules) {
    for (const statement of migrations.flatMap(({ sql }) => statementsOf(sql))) {
      const created = /^create (?:unlogged )?table (?:if not exists )?(\w+\.\w+)/.exec(statement)?.[1];
      if (created !== undefined) tables.push(created);
      const granted = GRANT.exec(statement)?.groups;
      if (granted !== undefined) for (const grant of toGrants(granted, tables)) grants.set(keyOf(grant), grant);
      const revoked = REVOKE.exec(statement)?.groups;
      if (revoked !== undefined) for (const grant of toGrants(revoked, tables)) remove(grants, grant);
    }
  }
  return [...grants.values()];
}

const GRANT = /^grant (?<privileges>.+?) on (?<objects>.+?) to (?<roles>[\w, ]+)$/;
const REVOKE = /^revoke (?<privileges>.+?) on (?<objects>.+?) from (?<roles>[\w, ]+)$/;

function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' ').toLowerCase());
}

type Parts = Readonly<Record<string, string>>;

function toGrants({ privileges = '', objects = '', roles = '' }: Parts, tables: readonly string[]): Grant[] {
  return privilegesOf(privileges).flatMap((privilege) =>
    objectsOf(objects, tables).flatMap((object) => list(roles).map((role) => ({ ...object, ...privilege, role }))),
  );
}

/** `select, update (a, b)`: one for the table, and one for each column. */
function privilegesOf(text: string): { privilege: string; column: string | null }[] {
  return [...text.matchAll(/(\w+)(?: privileges)?(?: ?\(([^)]*)\))?/g)].flatMap(
    ([, privilege = '', columns]): { privilege: string; column: string | null }[] =>
      columns === undefined ? [{ privilege, column: null }] : list(columns).map((column) => ({ privilege, column })),
  );
}

function objectsOf(text: string, tables: readonly string[]): Pick<Grant, 'kind' | 'schema' | 'name'>[] {
  const [, kind = 'table', names = ''] = /^(?:(schema|function|table|all tables in schema) )?(.+)$/.exec(text) ?? [];
  // Arguments of functions are left out: no two functions have one name.
  const found = list(names.replaceAll(/\([^)]*\)/g, ''));
  if (kind === 'schema') return found.map((name) => ({ kind, schema: name, name }));
  const all =
    kind === 'all tables in schema' ? tables.filter((table) => found.includes(table.split('.')[0] ?? '')) : found;
  return all.map((each) => {
    const [schema = '', name = ''] = each.split('.');
    return { kind: kind === 'function' ? 'function' : 'table', schema, name };
  });
}

function remove(grants: Map<string, Grant>, revoked: Grant): void {
  for (const [key, grant] of grants) {
    const isSameObject = grant.kind === revoked.kind && grant.schema === revoked.schema && grant.name === revoked.name;
    const isCovered = revoked.privilege === 'all' || revoked.privilege === grant.privilege;
    const isSameColumn = revoked.column === null || revoked.column === grant.column;
    if (isSameObject && grant.role === revoked.role && isCovered && isSameColumn) grants.delete(key);
  }
}

function keyOf(grant: Grant): string {
  return JSON.stringify([grant.kind, grant.schema, grant.name, grant.column, grant.privilege, grant.role]);
}

function list(text: string): string[] {
  return text.split(',').map((each) => each.trim());
}
