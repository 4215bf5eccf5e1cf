import type { Inspection } from '@prospecting/database';
import { readVariable } from '@prospecting/platform/config/variables';
import type { Environment } from '../config.js';
import { machineClock, offsetOf, type Offset } from './clocks.js';
import { failure, ok, warning, type Finding } from './finding.js';

const MIGRATE = 'Run prospect database migrate: docs/operating/upgrade.md.';

/** A database that the environment names. */
export interface NamedDatabase {
  readonly url: string;
  /** The variables, or the file, that name it. */
  readonly source: string;
  /** Schemas that must be there. */
  readonly expected: readonly string[];
}

/** Lists the databases that commands would use, each once, and the variables that are wrong. */
export function databasesOf(
  env: Environment,
  schemas: readonly string[],
  directoryUrl: string | undefined,
): { databases: NamedDatabase[]; findings: Finding[] } {
  const databases = new Map<string, NamedDatabase>();
  const findings: Finding[] = [];
  const add = (url: string, source: string, expected: readonly string[]): void => {
    const known = databases.get(url);
    const sources = known === undefined || known.source === source ? source : `${known.source}, ${source}`;
    databases.set(url, { url, source: sources, expected: [...new Set([...(known?.expected ?? []), ...expected])] });
  };
  const read = (name: string): string | undefined => {
    const { value, problem } = readVariable(name, env);
    const isUrl = value === undefined || (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol));
    if (problem !== undefined) findings.push(failure('configuration', problem, `Correct ${name}, or unset it.`));
    if (!isUrl) findings.push(failure('configuration', `${name} is not a postgres:// URL`, `Correct ${name}.`));
    return isUrl ? value : undefined;
  };
  if (directoryUrl !== undefined) {
    const isSet = readVariable('PROSPECT_DATABASE_URL', env).value !== undefined;
    add(directoryUrl, isSet ? 'PROSPECT_DATABASE_URL' : 'admin.json', ['directory']);
  }
  const common = read('MIGRATION_DATABASE_URL');
  for (const schema of schemas) {
    const name = `MIGRATION_${schema.toUpperCase()}_DATABASE_URL`;
    const own = read(name);
    if (own !== undefined) add(own, name, [schema]);
    else if (common !== undefined) add(common, 'MIGRATION_DATABASE_URL', [schema]);
  }
  return { databases: [...databases.values()], findings };
}

export interface DatabaseCheck {
  readonly findings: readonly Finding[];
  readonly clock?: Offset;
}

/** Says what is wrong with one database, as far as its role may know it. */
export async function checkDatabase({ url, source, expected }: NamedDatabase, now: () => Date): Promise<DatabaseCheck> {
  const [{ DatabaseProblem, inspectDatabase }, { targetOf }] = await Promise.all([
    import('@prospecting/database'),
    import('@prospecting/platform/postgres'),
  ]);
  const { server, database, role } = targetOf(url);
  const check = `database ${database}`;
  try {
    const facts = await inspectDatabase(url, { expected, nowMs: () => now().getTime() });
    const { clock } = facts;
    const offset = offsetOf(clock.databaseMs, 0, clock.askedMs, clock.answeredMs);
    const findings = [
      ...toFindings(check, { server, role, source }, facts),
      machineClock(`clock of ${database}`, `the clock of ${server}`, offset),
    ];
    return { findings, clock: offset };
  } catch (error) {
    if (!(error instanceof DatabaseProblem)) throw error;
    return { findings: [failure(check, `${error.message} (${source})`, 'Start the database, or correct the URL.')] };
  }
}

function toFindings(
  check: string,
  { server, role, source }: { readonly server: string; readonly role: string; readonly source: string },
  facts: Inspection,
): Finding[] {
  const { version, schemas, statuses } = facts;
  const asOwner = 'Run it as the owner of the schema, or run the migrations of this release.';
  return [
    facts.isSupported
      ? ok(check, `PostgreSQL ${version} at ${server}, as ${role} (${source})`)
      : failure(
          check,
          `PostgreSQL ${version} at ${server} is too old`,
          'Upgrade the server to PostgreSQL 15 or later.',
        ),
    ...(facts.isStandby
      ? [failure(check, `${server} is a standby, which takes no writes`, `Name the primary in ${source}.`)]
      : []),
    ...(facts.autovacuum
      ? []
      : [
          warning(
            check,
            `autovacuum is off at ${server}`,
            'Set autovacuum = on: without it, tables grow and plans go wrong.',
          ),
        ]),
    ...facts.missingRoles.map((each) =>
      failure(
        check,
        `the role ${each} does not exist`,
        'Run prospect database migrate, or the statements of prospect database roles.',
      ),
    ),
    ...facts.missingGrants.map(({ kind, schema, name, column, privilege, role: grantee }) => {
      const what =
        kind === 'schema' ? `schema ${schema}` : `${kind === 'function' ? 'function ' : ''}${schema}.${name}`;
      const right = `${privilege}${column === null ? '' : ` (${column})`} on ${what}`;
      return failure(check, `the role ${grantee} lacks ${right}`, `grant ${right} to ${grantee}; ${asOwner}`);
    }),
    ...statuses.map(({ schema, applied, pending, unknown }) => {
      if (pending.length > 0)
        return failure(check, `the schema ${schema} lacks migrations of this release: ${pending.join(', ')}`, MIGRATE);
      const newer = unknown.length === 0 ? '' : `, and has ${unknown.length} of a newer release`;
      return ok(check, `the schema ${schema} has all ${applied.length} migrations of this release${newer}`);
    }),
    ...notReadable(
      check,
      role,
      schemas.filter((name) => !statuses.some(({ schema }) => schema === name)),
    ),
    ...facts.invalidIndexes.map((name) =>
      warning(check, `the index ${name} is not valid: its build did not end`, `reindex index concurrently ${name}`),
    ),
  ];
}

function notReadable(check: string, role: string, schemas: readonly string[]): Finding[] {
  if (schemas.length === 0) return [];
  const found = `${role} may not read the migrations of ${schemas.join(', ')}: their services check them for their readiness`;
  return [ok(check, found)];
}
