/** What a request costs, computed from two readings of an installation. All functions are pure. */

/** Bytes of all connections with one port. */
export interface Traffic {
  readonly port: number;
  readonly sent: number;
  readonly received: number;
}

/** One garbage collection: the bytes in use before and after it. */
export interface Collection {
  readonly usedBefore: number;
  readonly usedAfter: number;
}

/**
 * Returns the bytes allocated between two moments: what the heap grew from the end of each
 * collection to the beginning of the next. What is swept meanwhile hides as much growth.
 */
export function allocatedBytes(usedAtBegin: number, collections: readonly Collection[], usedAtEnd: number): number {
  let used = usedAtBegin;
  let allocated = 0;
  for (const { usedBefore, usedAfter } of collections) {
    allocated += Math.max(0, usedBefore - used);
    used = usedAfter;
  }
  return allocated + Math.max(0, usedAtEnd - used);
}

/** A process while requests were served. */
export interface ProcessUse {
  readonly name: string;
  readonly cpuMs: number;
  /** Undefined for a process that is not of Node.js. */
  readonly gcMs?: number;
  readonly allocatedBytes?: number;
}

/** What one process and a server exchanged. */
export interface HopUse {
  readonly from: string;
  readonly to: string;
  /** Requests over HTTP, RPCs or statements. Undefined where nobody counts them. */
  readonly calls?: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** A statement of PostgreSQL. */
export interface StatementUse {
  readonly role: string;
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  /** Time from its start to its end, with its waits. */
  readonly ms: number;
}

/** What requests used, in total or each. */
export interface Use {
  readonly processes: readonly ProcessUse[];
  readonly hops: readonly HopUse[];
  readonly statements: readonly StatementUse[];
}

/** Returns what each of `requests` used on average. Leaves out what was not used. */
export function perRequest({ processes, hops, statements }: Use, requests: number): Use {
  return {
    processes: processes.map((each) => divided(each, requests)),
    hops: hops
      .filter(({ sentBytes, receivedBytes }) => sentBytes + receivedBytes > 0)
      .map((each) => divided(each, requests)),
    statements: statements.map((each) => divided(each, requests)).toSorted((one, other) => other.ms - one.ms),
  };
}

function divided<Value extends object>(value: Value, by: number): Value {
  const entries = Object.entries(value as Record<string, unknown>).map(([name, part]): [string, unknown] => [
    name,
    typeof part === 'number' ? part / by : part,
  ]);
  return Object.fromEntries(entries) as Value;
}

/** A part of a request's time. */
export interface Item {
  readonly name: string;
  readonly ms: number;
}

/** The process whose time its statements divide. */
export const POSTGRES = 'postgres';

/**
 * Returns the parts that take most time, largest first: the CPU time of each process, and in place
 * of PostgreSQL's each statement, and what the statements leave of it.
 */
export function largest({ processes, statements }: Use, count: number): Item[] {
  const inStatements = statements.reduce((total, { ms }) => total + ms, 0);
  const items = [
    ...processes.map(({ name, cpuMs }) =>
      name === POSTGRES
        ? { name: `${name}, beside statements`, ms: Math.max(0, cpuMs - inStatements) }
        : { name: `${name}, CPU`, ms: cpuMs },
    ),
    ...statements.map(({ role, text, ms }) => ({ name: `statement of ${role}: ${text}`, ms })),
  ];
  return items.toSorted((one, other) => other.ms - one.ms).slice(0, count);
}
