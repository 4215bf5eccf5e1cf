import { Button, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { SESSION_KEY, useWrite } from '../api/queries.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useSession } from '../session/session.js';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** Who is signed in, the colours, and the way out. */
export function UserMenu(): ReactNode {
  const { user } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const signOut = useWrite<undefined, undefined>((client) => client.send('POST', '/sign-out'));
  const onSignOut = (): void =>
    signOut.mutate(undefined, {
      onSuccess: () => {
        queries.clear();
        queries.setQueryData(SESSION_KEY, null);
        void navigate('/sign-in');
      },
    });
  return (
    <div className="user-menu">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Colours"
        data={SCHEMES}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as MantineColorScheme)}
      />
      <div className="user">
        <div className="user-who">
          <strong title={user.email}>{user.name}</strong>
          <span title={user.email}>{user.role === 'operator' ? 'Operator' : 'Account admin'}</span>
        </div>
        <Button size="xs" variant="default" onClick={onSignOut} loading={signOut.isPending}>
          Sign out
        </Button>
      </div>
      {signOut.isError && <ProblemAlert error={signOut.error} />}
    </div>
  );
}
