import { createContext, use, type ReactNode } from 'react';

/** The account that a page is about, and the path under which its pages are. */
export interface Scope {
  readonly accountId: string;
  /** Empty for an account's own admin, `/operator/accounts/<id>` for an operator. */
  readonly base: string;
}

const Current = createContext<Scope | undefined>(undefined);

export function ScopeProvider({ scope, children }: { scope: Scope; children: ReactNode }): ReactNode {
  return <Current value={scope}>{children}</Current>;
}

export function useScope(): Scope {
  const scope = use(Current);
  if (scope === undefined) throw new Error('this page is about no account');
  return scope;
}
