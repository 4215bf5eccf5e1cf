// Builds the site: writes its pages as Markdown into build/source, has VitePress make HTML of them
// in build/site, and adds the Markdown of every page and llms.txt.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { navigation } from './navigation.js';
import type { Page } from './page.js';
import { allPages } from './pages.js';
import { llmsFullText, llmsText, plainMarkdown } from './plain-markdown.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = path.join(FOLDER, 'build/source');
const SITE = path.join(FOLDER, 'build/site');

const pages = allPages(FOLDER);
rmSync(SOURCE, { recursive: true, force: true });
for (const page of pages) write(path.join(SOURCE, `${page.path}.md`), forVitePress(page));
write(path.join(SOURCE, 'navigation.json'), JSON.stringify(navigation(pages)));
const publicFiles = path.join(FOLDER, 'public');
if (existsSync(publicFiles)) cpSync(publicFiles, path.join(SOURCE, 'public'), { recursive: true });

await build(FOLDER);

for (const page of pages) write(path.join(SITE, `${page.path}.md`), plainMarkdown(page));
write(path.join(SITE, 'llms.txt'), llmsText(pages));
write(path.join(SITE, 'llms-full.txt'), llmsFullText(pages));

function forVitePress({ title, description, markdown }: Page): string {
  const matter = { title, description };
  const lines = Object.entries(matter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${markdown}`;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
