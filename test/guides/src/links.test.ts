import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { guidePages, ROOT } from './pages.js';

const CODE = /^\s*```[\s\S]*?^\s*```/gm;
const LINK = /\]\(([^)\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: { readonly ProblemCode: { readonly 'x-extensible-enum': string[] } } };
}

const contract = JSON.parse(readFileSync(path.join(ROOT, 'openapi/openapi.json'), 'utf8')) as Contract;
const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
/** The pages that the site makes from the contract. */
const GENERATED = new Set([
  '/errors',
  ...contract.components.schemas.ProblemCode['x-extensible-enum'].map((code) => `/errors/${code}`),
  ...operations.map(({ operationId = '' }) => `/reference/${operationId.replaceAll('_', '-')}`),
]);

function proseOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8').replaceAll(CODE, '');
}

/** Returns the anchors that the site gives to the headings of a page. */
function anchorsOf(prose: string): string[] {
  return [...prose.matchAll(HEADING)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  );
}

/** Returns the file of a page that is written by hand. */
function fileOf(page: string): string | undefined {
  return [`site${page}.md`, `site/pages${page}.md`].find((file) => existsSync(path.join(ROOT, file)));
}

function isBroken(link: string, file: string): boolean {
  if (link.startsWith('https://')) return false;
  const [page = '', anchor] = link.split('#');
  const target = page === '' ? file : fileOf(page);
  if (target === undefined) return anchor !== undefined || !GENERATED.has(page);
  return anchor !== undefined && !anchorsOf(proseOf(target)).includes(anchor);
}

describe('the links of the guides', () => {
  for (const { file } of guidePages()) {
    it(`lead to pages and headings that exist: ${file}`, () => {
      const links = [...proseOf(file).matchAll(LINK)].map(([, link = '']) => link);
      expect(links.filter((link) => isBroken(link, file))).to.deep.equal([]);
    });
  }
});
