import { createContext, use, type ReactNode } from 'react';
import type { ApiClient } from '../api/client.js';
import type { Session } from '../api/types.js';

const Client = createContext<ApiClient | undefined>(undefined);
const Current = createContext<Session | undefined>(undefined);

export function ClientProvider({ client, children }: { client: ApiClient; children: ReactNode }): ReactNode {
  return <Client value={client}>{children}</Client>;
}

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return <Current value={session}>{children}</Current>;
}

export function useClient(): ApiClient {
  const client = use(Client);
  if (client === undefined) throw new Error('there is no client here');
  return client;
}

/** Returns who is signed in. Only for pages behind the sign-in. */
export function useSession(): Session {
  const session = use(Current);
  if (session === undefined) throw new Error('nobody is signed in here');
  return session;
}
