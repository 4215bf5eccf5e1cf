export interface Grant {
  readonly purchased: number;
  readonly reference: string;
}

const keyOf = (accountId: string): string => `prospect-grant ${accountId}`;

/** Returns the grant whose answer has not arrived. */
export function keptGrant(accountId: string): Grant | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? 'null') as Partial<Grant> | null;
    if (typeof kept?.purchased !== 'number' || typeof kept.reference !== 'string') return undefined;
    return { purchased: kept.purchased, reference: kept.reference };
  } catch {
    return undefined;
  }
}

export function keepGrant(accountId: string, grant: Grant): void {
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify(grant));
  } catch {
    // The browser keeps nothing. The reference is still in the form.
  }
}

export function forgetGrant(accountId: string): void {
  try {
    sessionStorage.removeItem(keyOf(accountId));
  } catch {
    // Nothing was kept.
  }
}
