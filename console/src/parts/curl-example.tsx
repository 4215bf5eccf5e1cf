import type { ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { CopyButton } from './copy-button.js';

/** The first request of a new customer. It is free. */
export function CurlExample({ secret = '$API_KEY' }: { secret?: string }): ReactNode {
  const { apiUrl = '$API_URL', docsUrl } = useSession();
  const command = [
    `curl -s ${apiUrl}/organizations/match \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"items": [{"orgNumber": "894973552", "countryCode": "NO"}]}'`,
  ].join('\n');
  return (
    <>
      <div className="code-block">
        {/* Wide lines scroll within; a keyboard can scroll only what takes the focus. */}
        <pre tabIndex={0} role="region" aria-label="First request">
          <code>{command}</code>
        </pre>
        <CopyButton value={command} label="Copy the request" />
      </div>
      {docsUrl !== undefined && (
        <p className="small">
          <a href={docsUrl} target="_blank" rel="noreferrer noopener">
            Quick start and reference<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </p>
      )}
    </>
  );
}
