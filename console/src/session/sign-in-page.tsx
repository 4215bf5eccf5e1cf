import { Button, Paper } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { SESSION_KEY, sessionQuery, useSignInMethods, useWrite } from '../api/queries.js';
import { BASE_PATH } from '../api/client.js';
import type { Session, SignInMethods } from '../api/types.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { Loaded, TableSkeleton } from '../parts/states.js';
import { linkToken, safeReturnTo } from './return-to.js';
import { useClient } from './session.js';
import { signInErrorText } from './sign-in-errors.js';

/** Where a reader proves who they are: with the organization's sign-in, or with a one-time link. */
export function SignInPage(): ReactNode {
  const [parameters] = useSearchParams();
  const returnTo = safeReturnTo(parameters.get('returnTo'));
  const token = useLinkToken();
  const session = useQuery({ ...sessionQuery(useClient()), enabled: token === undefined });
  useEffect(() => {
    document.title = 'Sign in · Prospecting';
  }, []);
  if (token === undefined && session.data) return <Navigate to={returnTo} replace />;
  return (
    <main className="sign-in" id="main">
      <Paper className="sign-in-card">
        <img src="/logo.svg" width="40" height="40" alt="" />
        <h1>Sign in to the console</h1>
        <SignInError code={parameters.get('error')} />
        {token === undefined ? (
          <Methods returnTo={returnTo} />
        ) : (
          <WithLink key={token} token={token} returnTo={returnTo} />
        )}
      </Paper>
    </main>
  );
}

/**
 * Takes the token of a one-time link out of the address, so that it is in no history and no
 * screenshot. A link that is pasted here later changes only the fragment, and loads nothing.
 */
function useLinkToken(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = linkToken(hash);
  const [token, setToken] = useState(given);
  useEffect(() => {
    if (given === undefined) return;
    setToken(given);
    void navigate(pathname + search, { replace: true });
  }, [given, navigate, pathname, search]);
  return token;
}

function SignInError({ code }: { code: string | null }): ReactNode {
  if (code === null) return null;
  return (
    <div className="sign-in-error" role="alert">
      {signInErrorText(code)}
    </div>
  );
}

function Methods({ returnTo }: { returnTo: string }): ReactNode {
  const methods = useSignInMethods();
  return (
    <Loaded query={methods} skeleton={<TableSkeleton rows={2} />}>
      {(found) => <Choices methods={found} returnTo={returnTo} />}
    </Loaded>
  );
}

function Choices({ methods: { oidc, links }, returnTo }: { methods: SignInMethods; returnTo: string }): ReactNode {
  const address = `${BASE_PATH}/sign-in/oidc?${new URLSearchParams({ returnTo }).toString()}`;
  return (
    <>
      {oidc !== null && (
        <Button component="a" href={address} size="md" fullWidth>
          Sign in with {oidc.name}
        </Button>
      )}
      {links && (
        <p className="lead">
          {oidc === null ? 'You sign in with a one-time link.' : 'Or open a one-time link.'} Ask whoever runs this
          installation for one: <code>prospect console link</code> prints it. A link works once, for 15 minutes.
        </p>
      )}
    </>
  );
}

/**
 * Signs in with a link only when the reader asks for it: programs that look into links before a
 * person does would otherwise use it up.
 */
function WithLink({ token, returnTo }: { token: string; returnTo: string }): ReactNode {
  const queries = useQueryClient();
  const client = useClient();
  const signIn = useWrite<string, Session>((api, given) => api.send('POST', '/sign-in/link', { token: given }));
  const [isIn, setIn] = useState(false);
  const onClick = (): void =>
    signIn.mutate(token, {
      onSuccess: (session) => {
        client.csrfToken = session.csrfToken;
        queries.setQueryData(SESSION_KEY, session);
        setIn(true);
      },
    });
  if (isIn) return <Navigate to={returnTo} replace />;
  return (
    <>
      {signIn.isError && <ProblemAlert error={signIn.error} />}
      {!signIn.isError && <p className="lead">You opened a one-time link. It works once.</p>}
      <Button size="md" fullWidth onClick={onClick} loading={signIn.isPending} disabled={signIn.isError}>
        Sign in
      </Button>
      {signIn.isError && (
        <Button component="a" href="/sign-in" variant="default" fullWidth>
          Other ways to sign in
        </Button>
      )}
    </>
  );
}
