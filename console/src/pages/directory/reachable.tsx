import type { ReactNode } from 'react';
import type { Reachable } from '../../api/types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Nothing, Status } from '../../parts/values.js';

/** A value as the account may see it. A masked one says so in a word, not only by its X. */
export function Masked({
  value,
  isMasked,
  what,
}: {
  value: string | undefined;
  isMasked: boolean;
  what: string;
}): ReactNode {
  if (value === undefined) return <Nothing say={`no ${what} on record`} />;
  const shown = <span className="wrap-anywhere">{value}</span>;
  if (!isMasked) {
    return (
      <span className="copied-value">
        {shown}
        <CopyButton value={value} label={`Copy the ${what}`} />
      </span>
    );
  }
  return (
    <span className="masked-value">
      {shown}
      <Status tone="locked">Masked</Status>
    </span>
  );
}

export function Email({ of: { email, emailIsMasked } }: { of: Reachable }): ReactNode {
  return <Masked value={email} isMasked={emailIsMasked} what="e-mail address" />;
}

export function Phone({ of: { phone, phoneIsMasked } }: { of: Reachable }): ReactNode {
  return <Masked value={phone} isMasked={phoneIsMasked} what="phone number" />;
}
