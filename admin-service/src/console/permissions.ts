/**
 * Who may do what in the console.
 * - `operator`: operators only.
 * - `account`: operators, and the admin of the account that the path names.
 * - `key`: operators, and the admin of the account of the key that the path names.
 * - `signed_in`: everybody who is signed in.
 * - `anybody`: without a session.
 */
export type Permission = 'operator' | 'account' | 'key' | 'signed_in' | 'anybody';

/**
 * Every route of the console. A route that is not here cannot be registered: the process does not
 * start. The test of this table tries every route as everybody.
 */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'GET /session': 'signed_in',
  'POST /sign-out': 'signed_in',
  'GET /sign-in-methods': 'anybody',
  'POST /sign-in/link': 'anybody',
  'GET /sign-in/oidc': 'anybody',
  'GET /sign-in/oidc/callback': 'anybody',

  'GET /accounts': 'operator',
  'POST /accounts': 'operator',
  'GET /accounts/:id': 'account',
  // Only the fields of ADMIN_MAY_CHANGE.
  'PATCH /accounts/:id': 'account',
  'POST /accounts/:id/owned-emails': 'account',
  'DELETE /accounts/:id/owned-emails': 'account',

  'GET /accounts/:id/credits': 'account',
  'POST /accounts/:id/credits/grants': 'operator',
  'POST /accounts/:id/credits/subscription': 'operator',
  'GET /accounts/:id/credits/ledger': 'account',

  // Without limits of its own, which protect the service from the account.
  'POST /accounts/:id/keys': 'account',
  'GET /accounts/:id/keys': 'account',
  'POST /keys/:id/roll': 'key',
  'POST /keys/:id/revoke': 'key',
  'GET /keys/:id/log': 'key',

  'GET /accounts/:id/requests': 'account',
  'GET /accounts/:id/requests.csv': 'account',
  'GET /accounts/:id/spending': 'account',
  'GET /accounts/:id/reveals': 'account',
  'GET /accounts/:id/organizations/:organizationId': 'account',
  'GET /accounts/:id/organizations/:organizationId/contacts': 'account',
  'GET /accounts/:id/contacts/:contactId': 'account',

  'GET /accounts/:id/changes': 'account',
  'GET /changes': 'operator',
  'GET /prices': 'operator',
  'PUT /prices': 'operator',
  'GET /audit': 'operator',
};

/**
 * The fields of an account that its admin may change. Price group, API and name are the operator's,
 * and so are the limits of a key.
 */
export const ADMIN_MAY_CHANGE: readonly string[] = ['targetRoles'];
