/** The processes that serve a request, and their database. */
export const PARTS = ['gateway', 'search-service', 'reveal-service', 'credits-service', 'postgres'] as const;
export type Part = (typeof PARTS)[number];
type ServicePart = Exclude<Part, 'postgres'>;

/** The measured cost of one request of a kind. */
export interface CallCost {
  readonly cpuSeconds: Readonly<Record<Part, number>>;
  /** Transactions of the database. */
  readonly transactions: number;
}

/** What `--measure` writes. */
export interface MeasuredCost {
  readonly measuredAt: string;
  readonly machine: string;
  readonly calls: { readonly lookup: CallCost; readonly spend: CallCost };
}

/** What the model assumes. Every value is an option of the command. */
export interface Assumptions {
  /** The share of requests that spend, 0 to 1. The others are lookups of 25 items. */
  readonly spendShare: number;
  /** The share of a core that is used at this load, so that a burst or a lost node finds room. */
  readonly utilization: number;
  /** `max_connections` of the database, less those that operators keep for themselves. */
  readonly maxConnections: number;
  /** The largest primary that can be had. */
  readonly maxDatabaseCores: number;
  /** Counts that one Redis takes in a second. */
  readonly maxRedisOperations: number;
  readonly pricePerCoreHour: number;
  readonly pricePerGigabyteHour: number;
}

export const DEFAULTS: Assumptions = {
  // The default buckets of a key: 20 searches and 5 spends a minute.
  spendShare: 0.2,
  utilization: 0.5,
  maxConnections: 480,
  maxDatabaseCores: 64,
  maxRedisOperations: 50_000,
  pricePerCoreHour: 0.04,
  pricePerGigabyteHour: 0.005,
};

/** Connections of one process when every pool is full, with the default sizes. */
const CONNECTIONS: Readonly<Record<ServicePart, number>> = {
  // Schema edge 10, accounts 4, one that listens.
  gateway: 15,
  'search-service': 10,
  // Its own schema and the directory.
  'reveal-service': 20,
  'credits-service': 10,
};
/** admin-service: two replicas, whatever the load. */
const OTHER_CONNECTIONS = 20;

/** A Node.js process runs its code on one core. */
const CORES_OF_PROCESS = 1;
const GIGABYTES_OF_PROCESS = 0.5;
const GIGABYTES_OF_DATABASE_CORE = 4;
/** One pod or node may be lost, or be replaced, without a pause. */
const MIN_REPLICAS = 2;
const MIN_DATABASE_CORES = 2;
const HOURS_OF_MONTH = 730;

/** A limit of the installation, and the share of it that the load takes. */
export interface Limit {
  readonly name: string;
  readonly need: number;
  readonly limit: number;
  readonly advice: string;
}

export interface Plan {
  readonly requestsPerMinute: number;
  readonly replicas: Readonly<Record<ServicePart, number>>;
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly transactionsPerSecond: number;
  /** When every pool is full. */
  readonly connections: number;
  readonly gigabytes: number;
  readonly moneyPerMonth: number;
  /** The limit that is reached first. */
  readonly bottleneck: Limit;
  /** Limits that this load exceeds: the installation needs what they advise. */
  readonly exceeded: readonly Limit[];
}

/** Computes what a load needs from what one request costs. Throws RangeError for a bad input. */
export function planFor(requestsPerMinute: number, cost: MeasuredCost, assumptions: Assumptions = DEFAULTS): Plan {
  const { spendShare, utilization } = assumptions;
  if (!(requestsPerMinute > 0)) throw new RangeError('the load must be above 0');
  if (!(spendShare >= 0 && spendShare <= 1)) throw new RangeError('the share of spends must be 0 to 1');
  if (!(utilization > 0 && utilization <= 1)) throw new RangeError('the utilization must be above 0, and 1 at most');
  const perSecond = requestsPerMinute / 60;
  const average = (of: (call: CallCost) => number): number =>
    spendShare * of(cost.calls.spend) + (1 - spendShare) * of(cost.calls.lookup);
  const coresOf = (part: Part): number => (perSecond * average((call) => call.cpuSeconds[part])) / utilization;
  const replicasOf = (part: ServicePart): number => Math.max(MIN_REPLICAS, Math.ceil(coresOf(part) / CORES_OF_PROCESS));
  const replicas = {
    gateway: replicasOf('gateway'),
    'search-service': replicasOf('search-service'),
    'reveal-service': replicasOf('reveal-service'),
    'credits-service': replicasOf('credits-service'),
  };
  const processes = Object.values(replicas).reduce((sum, count) => sum + count, 0);
  const databaseCores = Math.max(MIN_DATABASE_CORES, Math.ceil(coresOf('postgres')));
  const connections = (Object.keys(replicas) as ServicePart[]).reduce(
    (sum, part) => sum + replicas[part] * CONNECTIONS[part],
    OTHER_CONNECTIONS,
  );
  const serviceCores = processes * CORES_OF_PROCESS;
  const gigabytes = processes * GIGABYTES_OF_PROCESS + databaseCores * GIGABYTES_OF_DATABASE_CORE;
  const limits = limitsOf({ databaseCores, connections, perSecond }, assumptions);
  const byUse = limits.toSorted((one, other) => other.need / other.limit - one.need / one.limit);
  return {
    requestsPerMinute,
    replicas,
    serviceCores,
    databaseCores,
    transactionsPerSecond: perSecond * average((call) => call.transactions),
    connections,
    gigabytes,
    moneyPerMonth:
      HOURS_OF_MONTH *
      ((serviceCores + databaseCores) * assumptions.pricePerCoreHour + gigabytes * assumptions.pricePerGigabyteHour),
    bottleneck: byUse[0] as Limit,
    exceeded: byUse.filter(({ need, limit }) => need > limit),
  };
}

function limitsOf(
  needs: { readonly databaseCores: number; readonly connections: number; readonly perSecond: number },
  assumptions: Assumptions,
): Limit[] {
  return [
    {
      name: 'cores of the database',
      need: needs.databaseCores,
      limit: assumptions.maxDatabaseCores,
      advice: 'read replicas, a server for each schema, reveal and credits distributed by account',
    },
    {
      name: 'connections to the database',
      need: needs.connections,
      limit: assumptions.maxConnections,
      advice: 'a transaction pooler, smaller pools, a server for each schema',
    },
    {
      name: 'counts in Redis',
      need: needs.perSecond,
      limit: assumptions.maxRedisOperations,
      advice: 'Redis Cluster',
    },
  ];
}
