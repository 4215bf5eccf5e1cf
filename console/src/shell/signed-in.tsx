import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError } from '../api/problem.js';
import { sessionQuery } from '../api/queries.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { TableSkeleton } from '../parts/states.js';
import { SessionProvider, useClient } from '../session/session.js';
import { signInPath } from '../session/return-to.js';

/** Shows pages to those who are signed in, and leads everybody else to the sign-in and back. */
export function SignedIn(): ReactNode {
  const { data, error, refetch, isFetching } = useQuery(sessionQuery(useClient()));
  const { pathname, search } = useLocation();
  const isSignedOut = data === null || (error instanceof ApiError && error.problem.status === 401);
  if (isSignedOut) return <Navigate to={signInPath(pathname + search)} replace />;
  if (data !== undefined) {
    return (
      <SessionProvider session={data}>
        <Outlet />
      </SessionProvider>
    );
  }
  return (
    <main className="alone">
      {error === null ? (
        <TableSkeleton />
      ) : (
        <ProblemAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </main>
  );
}
