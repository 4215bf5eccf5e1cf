import type { ProblemKind } from '../problems.js';
import { isProblemCode, problemKinds } from '../problems.js';
import type { Html } from './html.js';
import { html, inline, json, page, text } from './html.js';

/**
 * Default of `{docs_url}`. The reference is at this path, the error pages at `/errors` and
 * `/errors/<code>` below it.
 */
const DEFAULT_DOCS_URL = '/docs';

/** Returns the page behind the `type` of a problem as HTML, or `undefined` for an unknown code. */
export function renderErrorPage(code: string, docsUrl: string = DEFAULT_DOCS_URL): string | undefined {
  if (!isProblemCode(code)) return undefined;
  const kind = problemKinds[code];
  return page(
    `${kind.title} (${code})`,
    html`<p><a href="${docsUrl}">Reference</a> / <a href="${docsUrl}/errors">Errors</a></p>
      <h1>${kind.title}</h1>
      <p><code>${code}</code> · HTTP ${kind.status} · ${retry(kind)}</p>
      <h2>What happened</h2>
      <p>${inline(kind.whatHappened)}</p>
      <h2>What to do</h2>
      ${text(kind.whatToDo)}
      <h2>Example</h2>
      ${json({ ...kind.example, type: `${docsUrl}/errors/${code}` })}`,
  );
}

/** Returns the page that lists all problem codes with links to their pages, as HTML. */
export function renderErrorIndex(docsUrl: string = DEFAULT_DOCS_URL): string {
  return page(
    'Errors',
    html`<p><a href="${docsUrl}">Reference</a></p>
      <h1>Errors</h1>
      ${errorTable(docsUrl)}`,
  );
}

/** Returns a table of all problem codes. */
export function errorTable(docsUrl: string): Html {
  const rows = Object.values(problemKinds).map(
    (kind) =>
      html`<tr>
        <td>${kind.status}</td>
        <td>
          <a href="${docsUrl}/errors/${kind.code}"><code>${kind.code}</code></a>
        </td>
        <td>${inline(kind.whatHappened)}</td>
        <td>${kind.retryable ? 'yes' : 'no'}</td>
      </tr>`,
  );
  return html`<table>
    <tr>
      <th>HTTP</th>
      <th>Code</th>
      <th>What happened</th>
      <th>Retryable</th>
    </tr>
    ${rows}
  </table>`;
}

function retry({ retryable }: ProblemKind): string {
  return retryable ? 'retrying may help' : 'retrying the same request does not help';
}
