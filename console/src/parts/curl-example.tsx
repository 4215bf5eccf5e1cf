import type { ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { CopyButton } from './copy-button.js';

export interface CurlExampleProps {
  /** A key, where one is shown anyway: then the request works as it is copied. */
  readonly secret?: string;
  readonly onCopied?: () => void;
}

/** The first request of a new customer. It is free. */
export function CurlExample({ secret, onCopied }: CurlExampleProps): ReactNode {
  const { apiUrl = '$API_URL', docsUrl } = useSession();
  const command = [
    // Without the line the request goes out with no key, and the answer does not say why.
    ...(secret === undefined ? [`API_KEY='paste your key here'`] : []),
    `curl -s ${apiUrl}/organizations/match \\`,
    `  -H "Authorization: Bearer ${secret ?? '$API_KEY'}" \\`,
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
        <CopyButton value={command} label="Copy the request" {...(onCopied && { onCopied })} />
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
