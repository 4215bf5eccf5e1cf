import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { ChooseAccountPage } from '../pages/operator/choose-account-page.js';
import { NotFoundPage } from '../pages/not-found-page.js';
import { ScopeProvider } from '../session/scope.js';
import { useSession } from '../session/session.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Pages of the account of its own admin. An operator has none, and chooses one. */
export function OwnAccount(): ReactNode {
  const { user } = useSession();
  const { pathname } = useLocation();
  if (user.accountId !== null) {
    return (
      <ScopeProvider scope={{ accountId: user.accountId, base: '' }}>
        <Outlet />
      </ScopeProvider>
    );
  }
  return pathname === '/' ? <Navigate to="/operator/accounts" replace /> : <ChooseAccountPage />;
}

/** The same pages, for an operator and any account. */
export function OperatorAccount(): ReactNode {
  const { accountId = '' } = useParams();
  if (!UUID.test(accountId)) return <NotFoundPage />;
  return (
    <ScopeProvider scope={{ accountId, base: `/operator/accounts/${accountId}` }}>
      <Outlet />
    </ScopeProvider>
  );
}

export function OperatorOnly(): ReactNode {
  return useSession().user.role === 'operator' ? <Outlet /> : <NotFoundPage />;
}
