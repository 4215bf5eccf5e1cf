/**
 * What some tests need beside HTTP. Only an installation that the tests themselves start has it;
 * one that runs elsewhere has none.
 */
const NEEDS = {
  clock: 'a clock that it can move',
  log: 'the log of every service',
  tables: 'a superuser of the database',
  neighbor: 'a differently configured installation on the same database',
  processes: 'services of its own',
} as const;

export type Need = keyof typeof NEEDS;

/** The variables of the installation elsewhere; undefined when the tests start their own. */
export const ELSEWHERE = readElsewhere();

/** An installation that somebody else started, and how to reach it. */
export interface Elsewhere {
  /** Base URL of the public API as customers see it, with the path of the version. */
  readonly baseUrl: string;
  /** Origin of the links to organizations. */
  readonly appUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** Database URL of the role that imports. */
  readonly databaseUrl: string;
  /** The secret under which sole traders' numbers are hashed. */
  readonly identityKey: string;
}

/** Declares a test that is left out, with a word, where the installation lacks what it needs. */
export function itNeeds(need: Need, title: string, test: Mocha.AsyncFunc): void {
  if (ELSEWHERE === undefined) it(title, test);
  else it.skip(`${title} (left out: it needs ${NEEDS[need]})`);
}

/** Declares tests that are left out together, each by name. */
export function describeNeeds(need: Need, title: string, tests: (this: Mocha.Suite) => void): void {
  if (ELSEWHERE === undefined) describe(title, tests);
  else describe.skip(`${title} (left out: needs ${NEEDS[need]})`, tests);
}

/** Returns a member that an installation elsewhere does not have; a test must declare the need. */
export function lacking(need: Need): never {
  throw new Error(`an installation elsewhere lacks ${NEEDS[need]}: declare the test with itNeeds('${need}', …)`);
}

function readElsewhere(): Elsewhere | undefined {
  const { env } = process;
  const baseUrl = env['E2E_BASE_URL'];
  if (baseUrl === undefined || baseUrl === '') return undefined;
  const required = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`E2E_BASE_URL is set, so ${name} must be set too`);
    return value;
  };
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    appUrl: (env['E2E_APP_URL'] ?? new URL(baseUrl).origin).replace(/\/$/, ''),
    adminUrl: required('E2E_ADMIN_URL').replace(/\/$/, ''),
    adminToken: required('E2E_ADMIN_TOKEN'),
    databaseUrl: required('E2E_DATABASE_URL'),
    identityKey: required('E2E_IDENTITY_KEY'),
  };
}
