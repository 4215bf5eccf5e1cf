import type { ReactNode } from 'react';
import { ExternalIcon } from '../../parts/icons.js';

/** A link to somewhere else. An address that is not of the web is shown as text. */
export function ExternalLink({ to }: { to: string }): ReactNode {
  const address = /^https?:\/\//.test(to) ? to : undefined;
  const text = to.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  if (address === undefined) return text;
  return (
    <a href={address} rel="noreferrer noopener" target="_blank" className="link wrap-anywhere">
      {text} <ExternalIcon />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
