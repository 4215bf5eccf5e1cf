/** A rate bucket of a key. */
export type Bucket = 'overall' | 'search' | 'spend';

/** The members of a request that decide what it spends and where it counts. */
export interface Body {
  readonly items: readonly unknown[];
  readonly reveal?: readonly unknown[] | null | undefined;
  readonly dryRun?: boolean | null | undefined;
  readonly maxCredits?: number | null | undefined;
}

export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Returns the rate buckets in which the request counts. */
  buckets(body: Body | undefined): readonly Bucket[];
  /** Returns true when the request has to carry an Idempotency-Key. */
  needsKey(body: Body | undefined): boolean;
}

function reveals(body: Body | undefined): boolean {
  return body?.dryRun !== true && (body?.reveal?.length ?? 0) > 0;
}

function match(path: string): Operation {
  return {
    method: 'POST',
    path,
    buckets: (body) => (reveals(body) ? ['overall', 'search', 'spend'] : ['overall', 'search']),
    needsKey: reveals,
  };
}

/** The operations of the API, by the name of the method that calls them. */
export const OPERATIONS = {
  getCredits: { method: 'GET', path: '/credits', buckets: () => ['overall'], needsKey: () => false },
  matchOrganizations: match('/organizations/match'),
  // It knows no `reveal`.
  matchOrganizationContacts: {
    ...match('/organizations/contacts/match'),
    buckets: () => ['overall', 'search'],
    needsKey: () => false,
  },
  matchOrganizationSwitchboards: match('/organizations/switchboards/match'),
  matchPeople: match('/people/match'),
  // A dry run too has a key and counts as a spend.
  revealContacts: {
    method: 'POST',
    path: '/contacts/reveal',
    buckets: () => ['overall', 'spend'],
    needsKey: () => true,
  },
} as const satisfies Readonly<Record<string, Operation>>;
