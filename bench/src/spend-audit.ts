/** The counts and the differences of an audit. */
export interface AuditResult {
  readonly accounts: number;
  readonly reservations: number;
  readonly attempts: number;
  readonly differences: number;
}

interface AuditLine {
  readonly difference?: object;
  readonly done?: Omit<AuditResult, 'differences'>;
}

const TIMEOUT_MS = 15 * 60_000;

/**
 * Audits all accounts through the admin API: everything measured must be paid for, exactly once.
 */
export async function auditSpends(adminUrl: string, adminToken: string): Promise<AuditResult> {
  const response = await fetch(`${adminUrl}/admin/v1/credits/audit`, {
    headers: { authorization: `Bearer ${adminToken}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the audit failed with status ${response.status}`);
  const lines = (await response.text()).trimEnd().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as AuditLine);
  const done = parsed.at(-1)?.done;
  if (done === undefined) throw new Error(`the audit did not finish: ${lines.at(-1)}`);
  return { ...done, differences: parsed.filter(({ difference }) => difference !== undefined).length };
}
