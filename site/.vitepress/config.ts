import { readFileSync } from 'node:fs';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { ASSETS_FOLDER, DOCS_PATH } from '../dist/placeholders.js';

const navigation: unknown = JSON.parse(
  readFileSync(new URL('../build/source/navigation.json', import.meta.url), 'utf8'),
);

const TITLE = 'Prospecting API';

// openSite replaces the base path and the revision in the built files. Nothing may be loaded from
// another origin.
export default defineConfig({
  lang: 'en',
  title: TITLE,
  titleTemplate: `:title · ${TITLE}`,
  base: DOCS_PATH,
  srcDir: 'build/source',
  outDir: 'build/site',
  cacheDir: 'build/cache',
  assetsDir: ASSETS_FOLDER,
  cleanUrls: true,
  // A test names dead links. A page that is still to be written must not stop `npm start`.
  ignoreDeadLinks: true,
  // Without it every page repeats the list of all pages.
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${DOCS_PATH}logo.svg` }]],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 } },
  themeConfig: {
    logo: '/logo.svg',
    siteTitle: TITLE,
    nav: [
      { text: 'Guides', link: '/guides/quick-start', activeMatch: '/guides/' },
      { text: 'Reference', link: '/reference', activeMatch: '/reference' },
      { text: 'Clients', link: '/clients/typescript', activeMatch: '/clients/' },
      { text: 'Errors', link: '/errors', activeMatch: '/errors' },
    ],
    sidebar: navigation as DefaultTheme.Sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        // Examples repeat what the text says; without them the index is a fifth smaller.
        _render: (source, env, markdown) => markdown.render(source.replaceAll(/^```[^]*?^```/gm, ''), env),
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
