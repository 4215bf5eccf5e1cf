import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAmount, formatChange } from '../format/numbers.js';
import { formatDate, formatDistance, formatExactTime, formatTime, formatUtc } from '../format/times.js';
import { CopyButton } from './copy-button.js';
import { CheckIcon, ClockIcon, CrossIcon, InfoIcon, LockIcon, WarningIcon } from './icons.js';

/** An instant in the reader's zone; the same in UTC on hover. */
export function Time({ at, form = 'time' }: { at: string; form?: 'date' | 'exact' | 'time' }): ReactNode {
  const format = { date: formatDate, exact: formatExactTime, time: formatTime }[form];
  return (
    <time dateTime={at} title={formatUtc(at)} className="nowrap">
      {format(at)}
    </time>
  );
}

/** How long ago something was; when exactly on hover. */
export function Ago({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={`${formatTime(at)} (${formatUtc(at)})`} className="nowrap">
      {formatDistance(at, Date.now())}
    </time>
  );
}

export function Amount({ credits }: { credits: number }): ReactNode {
  return <span className="number">{formatAmount(credits)}</span>;
}

export function Change({ credits }: { credits: number }): ReactNode {
  return <span className={credits === 0 ? 'number dim' : 'number'}>{formatChange(credits)}</span>;
}

/** A name in a column that is no wider than it must be, such as that of a key. */
export function Name({ children }: { children: ReactNode }): ReactNode {
  return <span className="named">{children}</span>;
}

/** What stands where there is no value. Screen readers say so instead of reading a dash. */
export function Nothing({ say = 'none' }: { say?: string }): ReactNode {
  return (
    <>
      <span aria-hidden="true" className="dim">
        –
      </span>
      <span className="visually-hidden">{say}</span>
    </>
  );
}

const TONES = {
  good: CheckIcon,
  bad: CrossIcon,
  warning: WarningIcon,
  waiting: ClockIcon,
  neutral: InfoIcon,
  locked: LockIcon,
} as const;

export type Tone = keyof typeof TONES;

/** A state in words, with a shape and a colour that repeat them. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  const Icon = TONES[tone];
  return (
    <span className={`status status-${tone}`}>
      <Icon />
      {children}
    </span>
  );
}

/** An id, shortened to what tells ids apart, with a button that copies it whole. */
export function Id({ id, what = 'id' }: { id: string; what?: string }): ReactNode {
  return (
    <span className="id">
      <code title={id}>{id.slice(0, 8)}</code>
      <CopyButton value={id} label={`Copy the ${what}`} />
    </span>
  );
}

/** A link to another page of the console. */
export function To({ to, children }: { to: string; children: ReactNode }): ReactNode {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
