import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useClient } from '../session/session.js';
import type { ApiClient, Page, Query } from './client.js';
import type { Session, SignInMethods } from './types.js';

/** Key of the session's query. Set to null when the service says that nobody is signed in. */
export const SESSION_KEY = ['session'] as const;

export interface SessionQuery {
  readonly queryKey: typeof SESSION_KEY;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Session | null>;
  readonly staleTime: number;
}

export function sessionQuery(client: ApiClient): SessionQuery {
  return {
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const session = await client.get<Session>('/session', {}, signal);
      client.csrfToken = session.csrfToken;
      return session;
    },
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export function useSignInMethods(): UseQueryResult<SignInMethods> {
  return useRead<SignInMethods>('/sign-in-methods');
}

/** Reads a resource. The same path and parameters share one answer. */
export function useRead<Body>(path: string, query: Query = {}, enabled = true): UseQueryResult<Body> {
  const client = useClient();
  return useQuery<Body>({
    queryKey: [path, query],
    queryFn: ({ signal }) => client.get<Body>(path, query, signal),
    enabled,
  });
}

/** Reads one page of a list. */
export function useReadPage<Entry>(path: string, query: Query = {}): UseQueryResult<Page<Entry>> {
  const client = useClient();
  return useQuery<Page<Entry>>({
    queryKey: [path, query, 'page'],
    queryFn: ({ signal }) => client.getPage<Entry>(path, query, signal),
  });
}

/** More pages than this are not read into one table. */
const MAX_PAGES = 50;

export interface Whole<Entry> {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

/** Reads all pages of a list. */
export function useReadAll<Entry>(path: string, query: Query = {}): UseQueryResult<Whole<Entry>> {
  const client = useClient();
  return useQuery<Whole<Entry>>({
    queryKey: [path, query, 'all'],
    queryFn: async ({ signal }) => {
      const entries: Entry[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const page = await client.getPage<Entry>(path, { ...query, after }, signal);
        entries.push(...page.entries);
        if (page.next === undefined) return { entries, isWhole: true };
        after = page.next;
      }
      return { entries, isWhole: false };
    },
  });
}

/**
 * Makes a write. Whatever its outcome, what was read of the account before may have changed, so it
 * is read again. Nothing is shown as done before the service has said so.
 */
export function useWrite<Input, Body>(
  send: (client: ApiClient, input: Input) => Promise<Body>,
): UseMutationResult<Body, unknown, Input> {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<Body, unknown, Input>({
    mutationFn: (input) => send(client, input),
    onSettled: () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    },
  });
}
