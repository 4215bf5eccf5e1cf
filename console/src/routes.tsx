import { createBrowserRouter, type RouteObject } from 'react-router';
import { ContactPage } from './pages/directory/contact-page.js';
import { OrganizationPage } from './pages/directory/organization-page.js';
import { ChangesPage } from './pages/changes/changes-page.js';
import { CreditsPage } from './pages/credits/credits-page.js';
import { KeysPage } from './pages/keys/keys-page.js';
import { NotFoundPage } from './pages/not-found-page.js';
import { AccountPage } from './pages/operator/account-page.js';
import { AccountsPage } from './pages/operator/accounts-page.js';
import { AuditPage } from './pages/operator/audit-page.js';
import { PricesPage } from './pages/operator/prices-page.js';
import { OverviewPage } from './pages/overview/overview-page.js';
import { RequestsPage } from './pages/requests/requests-page.js';
import { RevealsPage } from './pages/reveals/reveals-page.js';
import { SettingsPage } from './pages/settings/settings-page.js';
import { SignInPage } from './session/sign-in-page.js';
import { FailedPage } from './shell/failed-page.js';
import { OperatorAccount, OperatorOnly, OwnAccount } from './shell/scopes.js';
import { Shell } from './shell/shell.js';
import { SignedIn } from './shell/signed-in.js';

/** The pages about one account. An operator sees the same ones as its admin. */
const ACCOUNT_PAGES: RouteObject[] = [
  { index: true, element: <OverviewPage /> },
  { path: 'keys', element: <KeysPage /> },
  { path: 'requests', element: <RequestsPage /> },
  { path: 'credits', element: <CreditsPage /> },
  { path: 'reveals', element: <RevealsPage /> },
  { path: 'organizations/:organizationId', element: <OrganizationPage /> },
  { path: 'contacts/:contactId', element: <ContactPage /> },
  { path: 'settings', element: <SettingsPage /> },
  { path: 'changes', element: <ChangesPage /> },
];

const OPERATOR_PAGES: RouteObject[] = [
  { index: true, element: <AccountsPage /> },
  { path: 'accounts', element: <AccountsPage /> },
  { path: 'prices', element: <PricesPage /> },
  { path: 'audit', element: <AuditPage /> },
  { path: 'changes', element: <ChangesPage isOfAllAccounts /> },
  {
    path: 'accounts/:accountId',
    element: <OperatorAccount />,
    children: [...ACCOUNT_PAGES, { path: 'manage', element: <AccountPage /> }],
  },
];

export function createRoutes(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter([
    { path: '/sign-in', element: <SignInPage />, errorElement: <FailedPage /> },
    {
      element: <SignedIn />,
      errorElement: <FailedPage />,
      children: [
        {
          element: <Shell />,
          children: [
            {
              errorElement: <FailedPage />,
              children: [
                { path: '/operator', element: <OperatorOnly />, children: OPERATOR_PAGES },
                { path: '/', element: <OwnAccount />, children: ACCOUNT_PAGES },
                { path: '*', element: <NotFoundPage /> },
              ],
            },
          ],
        },
      ],
    },
  ]);
}
