import type { ReactNode } from 'react';
import { NavLink, useMatch } from 'react-router';
import { useRead } from '../api/queries.js';
import type { Account } from '../api/types.js';
import {
  BuildingIcon,
  CoinsIcon,
  EyeIcon,
  GearIcon,
  HistoryIcon,
  HomeIcon,
  KeyIcon,
  ListIcon,
  ShieldIcon,
  TagIcon,
} from '../parts/icons.js';
import { useSession } from '../session/session.js';

interface Entry {
  readonly path: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly isExact?: boolean;
}

const ACCOUNT_ENTRIES: readonly Entry[] = [
  { path: '', label: 'Overview', icon: <HomeIcon />, isExact: true },
  { path: '/keys', label: 'API keys', icon: <KeyIcon /> },
  { path: '/requests', label: 'Requests', icon: <ListIcon /> },
  { path: '/credits', label: 'Credits', icon: <CoinsIcon /> },
  { path: '/reveals', label: 'Reveals', icon: <EyeIcon /> },
  { path: '/settings', label: 'Settings', icon: <GearIcon /> },
  { path: '/changes', label: 'Changes', icon: <HistoryIcon /> },
];

const OPERATOR_ENTRIES: readonly Entry[] = [
  { path: '/operator/accounts', label: 'Accounts', icon: <BuildingIcon />, isExact: true },
  { path: '/operator/prices', label: 'Prices', icon: <TagIcon /> },
  { path: '/operator/audit', label: 'Audit', icon: <ShieldIcon /> },
  { path: '/operator/changes', label: 'All changes', icon: <HistoryIcon /> },
];

export function Navigation(): ReactNode {
  const { user } = useSession();
  const chosen = useMatch('/operator/accounts/:accountId/*')?.params.accountId;
  const account = chosen ?? user.accountId;
  const base = chosen === undefined ? '' : `/operator/accounts/${chosen}`;
  return (
    <nav className="navigation" aria-label="Pages">
      {user.role === 'operator' && <Entries title="Operator" entries={OPERATOR_ENTRIES} base="" />}
      {account !== null && account !== undefined && (
        <>
          <AccountName accountId={account} />
          <Entries
            title="Account"
            entries={
              chosen === undefined
                ? ACCOUNT_ENTRIES
                : [...ACCOUNT_ENTRIES, { path: '/manage', label: 'Manage', icon: <ShieldIcon /> }]
            }
            base={base}
          />
        </>
      )}
    </nav>
  );
}

function Entries({ title, entries, base }: { title: string; entries: readonly Entry[]; base: string }): ReactNode {
  return (
    <ul aria-label={title}>
      {entries.map(({ path, label, icon, isExact = false }) => (
        <li key={path}>
          <NavLink to={base + path || '/'} end={isExact} className="nav-link">
            {icon}
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function AccountName({ accountId }: { accountId: string }): ReactNode {
  const { data } = useRead<Account>(`/accounts/${accountId}`);
  return (
    <p className="nav-title" title={data?.name}>
      {data?.name ?? 'Account'}
    </p>
  );
}
