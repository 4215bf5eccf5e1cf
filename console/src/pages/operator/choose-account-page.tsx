import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useReadAll } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { BuildingIcon } from '../../parts/icons.js';
import { Page } from '../../parts/page.js';
import { Empty, Loaded } from '../../parts/states.js';
import { To } from '../../parts/values.js';

/**
 * For an operator who opens a page of an account without naming one, for example by the `url` of an
 * organization: what is masked there depends on the account.
 */
export function ChooseAccountPage(): ReactNode {
  const { pathname, search } = useLocation();
  const accounts = useReadAll<Account>('/accounts');
  return (
    <Page
      title="For which account?"
      lead="This page differs by account. As an operator you belong to none: choose one."
    >
      <section className="card" aria-label="Accounts">
        <Loaded query={accounts}>
          {({ entries }) =>
            entries.length === 0 ? (
              <Empty title="There are no accounts yet" icon={<BuildingIcon />} />
            ) : (
              <ul className="rows">
                {entries.map(({ id, name }) => (
                  <li key={id}>
                    <To to={`/operator/accounts/${id}${pathname}${search}`}>{name}</To>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
    </Page>
  );
}
