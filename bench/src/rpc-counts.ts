/** A line of the metric that counts a process's calls: `…{method="/prospecting.search.v1.…",…} 7`. */
const CALLS = /^prospect_rpc_client_calls_total\{[^}]*method="\/?prospecting\.(\w+)\.[^}]*\} (\d+)/gm;
const TIMEOUT_MS = 15_000;

/** Returns how many RPCs a process has made to each service since its start, by its metrics. */
export async function countRpcs(adminUrl: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return rpcsOf(await response.text());
}

/** Returns the number of RPCs to each service in the text of a process's metrics. */
export function rpcsOf(metrics: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, service, count] of metrics.matchAll(CALLS)) {
    const name = `${service}-service`;
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return counts;
}
