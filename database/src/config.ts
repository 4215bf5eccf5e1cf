import { field, readConfig } from '@prospecting/platform/config';
import { rolesOf, type SchemaModule } from '@prospecting/platform/postgres';
import { schemas } from './schemas.js';

/** A schema and the connection that migrates it. */
export interface Target {
  readonly module: SchemaModule;
  /** Of an administrator, or of the schema's owner. */
  readonly url: string;
}

export interface MigrationConfig {
  /** In the order of migration. */
  readonly targets: readonly Target[];
  /** By role. */
  readonly passwords: Readonly<Record<string, string>>;
  /** How long a database may be unreachable before the command fails. */
  readonly waitMs: number;
}

/**
 * `MIGRATION_CREDITS_DATABASE_URL`: where the schema `credits` is, if it is not with the others.
 */
function urlVariable(module: SchemaModule): string {
  return `MIGRATION_${module.schema.toUpperCase()}_DATABASE_URL`;
}

/** `ROLE_PASSWORD_PROSPECT_CREDITS`: the password that the role gets. */
function passwordVariable(role: string): string {
  return `ROLE_PASSWORD_${role.toUpperCase()}`;
}

const roles = rolesOf(schemas);

const fields = {
  MIGRATION_DATABASE_URL: field.databaseUrl().optional(),
  MIGRATION_WAIT_SECONDS: field.integer(0, 3_600).default(120),
};
const urlFields = Object.fromEntries(schemas.map((module) => [urlVariable(module), field.databaseUrl().optional()]));
const passwordFields = Object.fromEntries(roles.map((role) => [passwordVariable(role), field.text().optional()]));

/** Reads the environment. Throws ConfigError, which names every missing or invalid variable. */
export function readMigrationConfig(env: Readonly<Record<string, string | undefined>>): MigrationConfig {
  const common = readConfig(fields, env);
  const urls: Readonly<Record<string, string | undefined>> = readConfig(urlFields, env);
  const passwords: Readonly<Record<string, string | undefined>> = readConfig(passwordFields, env);
  const needsCommon = schemas.some((module) => urls[urlVariable(module)] === undefined);
  // Complains in the words of every other missing variable.
  const { MIGRATION_DATABASE_URL: commonUrl } = needsCommon
    ? readConfig({ MIGRATION_DATABASE_URL: field.databaseUrl() }, env)
    : { MIGRATION_DATABASE_URL: '' };
  return {
    targets: schemas.map((module) => ({ module, url: urls[urlVariable(module)] ?? commonUrl })),
    passwords: Object.fromEntries(
      roles.flatMap((role) => {
        const password = passwords[passwordVariable(role)];
        return password === undefined ? [] : [[role, password]];
      }),
    ),
    waitMs: common.MIGRATION_WAIT_SECONDS * 1_000,
  };
}
