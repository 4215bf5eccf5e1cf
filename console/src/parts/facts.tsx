import type { ReactNode } from 'react';

/** A name and its value. Undefined and empty values are left out. */
export type Fact = readonly [string, ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }): ReactNode {
  const shown = facts.filter(([, value]) => value !== undefined && value !== '');
  return (
    <dl className="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
