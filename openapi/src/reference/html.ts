/**
 * HTML that is safe to insert into a page. Only `html`, `text`, `inline`, `json` and `page` create
 * it.
 */
export interface Html {
  readonly markup: string;
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/**
 * Builds HTML from a template. Escapes every value that is not `Html`, joins lists, and renders
 * `undefined` as nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: strings.reduce((markup, string, index) => markup + toMarkup(parts[index - 1]) + string) };
}

/** Renders prose of the document: paragraphs, lists with hyphens, `code` and **bold**. */
export function text(prose: string): Html[] {
  return prose
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      if (!paragraph.startsWith('- ')) return html`<p>${inline(paragraph)}</p>`;
      const entries = paragraph.slice(2).split(/\n- /);
      return html`<ul>
        ${entries.map((entry) => html`<li>${inline(entry)}</li>`)}
      </ul>`;
    });
}

/** Renders one line of prose: `code` and **bold**. */
export function inline(line: string): Html[] {
  return line.split(/(`[^`]*`|\*\*[^*]*\*\*)/).map((piece) => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece.startsWith('**') ? html`<strong>${piece.slice(2, -2)}</strong>` : html`${piece}`;
  });
}

/** Renders a JSON value, indented. */
export function json(value: unknown): Html {
  return html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
}

/** Returns a complete page without scripts or external resources. */
export function page(title: string, body: HtmlPart): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `.markup;
}

const STYLE = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#fff}
h2{margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem}
code,pre{font:14px/1.4 ui-monospace,monospace;background:#f4f4f4}
pre{padding:.75rem;overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd}
td p{margin:0}`;

function toMarkup(part: HtmlPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part));
  return 'markup' in part ? part.markup : part.map(toMarkup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(raw: string): string {
  return raw.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
