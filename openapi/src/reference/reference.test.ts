import { expect } from 'chai';
import { operations } from '../operations.js';
import { problemKinds } from '../problems.js';
import { ITEM_ERRORS, PROBLEM_CODES } from '../vocabulary.js';
import { renderErrorIndex, renderErrorPage } from './error-pages.js';
import { html, page, text } from './html.js';
import { renderReference } from './reference-page.js';

const DOCS_URL = 'https://docs.example.com';

describe('html', () => {
  it('escapes every value that is not Html', () => {
    const evil = `<script>"a" & 'b'</script>`;
    const escaped = '&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;';
    expect(html`<p title="${evil}">${evil}${7}${undefined}${[evil, html`<b>${evil}</b>`]}</p>`.markup).to.equal(
      `<p title="${escaped}">${escaped}7${escaped}<b>${escaped}</b></p>`,
    );
    expect(page(evil, html`<p></p>`)).to.contain(`<title>${escaped}</title>`);
  });

  it('renders prose as paragraphs, lists, code and emphasis, and escapes it', () => {
    const prose = 'One `a<b` **two** <i>\n\n- first\n- `second`\n';
    expect(html`${text(prose)}`.markup.replaceAll(/\s+/g, ' ')).to.equal(
      '<p>One <code>a&lt;b</code> <strong>two</strong> &lt;i&gt;</p><ul> <li>first</li><li><code>second</code></li> </ul>',
    );
  });
});

describe('the error pages', () => {
  for (const code of PROBLEM_CODES) {
    it(`explain ${code}`, () => {
      const markup = renderErrorPage(code, DOCS_URL) ?? '';
      for (const part of [
        'What happened',
        'What to do',
        'Example',
        problemKinds[code].title,
        `HTTP ${problemKinds[code].status}`,
      ]) {
        expect(markup).to.contain(part);
      }
      expect(markup).to.contain(`${DOCS_URL}/errors/${code}&quot;`);
    });
  }

  it('do not exist for an unknown code', () => {
    for (const code of ['', 'nothing', '__proto__', '<script>'])
      expect(renderErrorPage(code, DOCS_URL)).to.equal(undefined);
  });

  it('are all listed in the index', () => {
    const markup = renderErrorIndex(DOCS_URL);
    for (const code of PROBLEM_CODES) expect(markup).to.contain(`href="${DOCS_URL}/errors/${code}"`);
  });
});

describe('the reference page', () => {
  const markup = renderReference({ baseUrl: 'https://api.example.com/external/v1', docsUrl: DOCS_URL });

  it('describes every operation, problem code and item error', () => {
    for (const { operationId, method, path } of Object.values(operations)) {
      expect(markup).to.contain(`id="${operationId}"`);
      expect(markup).to.contain(`<code>${method} ${path}</code>`);
    }
    for (const word of [...PROBLEM_CODES, ...ITEM_ERRORS]) expect(markup).to.contain(`<code>${word}</code>`);
  });

  it('links only to its own sections or to the installation', () => {
    const links = [...markup.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.length).to.be.greaterThan(50);
    for (const link of new Set(links)) {
      if (link.startsWith('#')) expect(markup, link).to.contain(`id="${link.slice(1)}"`);
      else expect(link).to.match(/^https:\/\/(docs|api)\.example\.com/);
    }
  });

  it('loads nothing from other hosts and runs no scripts', () => {
    for (const everyPage of [markup, renderErrorIndex(DOCS_URL), renderErrorPage('rate_limited', DOCS_URL) ?? '']) {
      expect(everyPage).to.not.match(/<script|<link|<img|<iframe|\bsrc=|@import|url\(|\son\w+=/i);
    }
  });
});
