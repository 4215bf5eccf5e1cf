import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Credits } from './installation.js';
import { readPage, type Page } from './page.js';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const FOLDERS = ['site/guides', 'site/clients'];

/** Balances of readers' accounts, where a page needs another one than the usual. */
const CREDITS: Readonly<Record<string, Credits>> = {
  // Shows what happens when an account cannot pay.
  'spending-safely': { included: 2, purchased: 0 },
};
const USUAL_CREDITS: Credits = { included: 100, purchased: 50 };

export interface GuidePage extends Page {
  /** Path from the root of the repository. */
  readonly file: string;
  /** File name without extension. */
  readonly name: string;
  readonly credits: Credits;
}

/** Returns every page whose blocks run, in the order of their files. */
export function guidePages(): GuidePage[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .toSorted()
      .map((file) => {
        const name = path.basename(file, '.md');
        const text = readFileSync(path.join(ROOT, folder, file), 'utf8');
        return { ...readPage(text), file: path.join(folder, file), name, credits: CREDITS[name] ?? USUAL_CREDITS };
      }),
  );
}
