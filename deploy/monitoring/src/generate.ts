import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGES } from './pages/index.js';
import { toDashboard } from './layout.js';

// npm run generate: writes the dashboards, and copies dashboards and alerts to where the chart
// finds them (Helm reads no file outside its chart).
const HERE = fileURLToPath(new URL('..', import.meta.url));
const CHART_FILES = fileURLToPath(new URL('../../helm/prospecting/files', import.meta.url));

empty(`${HERE}dashboards`);
for (const [name, page] of Object.entries(PAGES))
  writeFileSync(`${HERE}dashboards/${name}.json`, `${JSON.stringify(toDashboard(page), null, 2)}\n`);

for (const folder of ['alerts', 'dashboards']) {
  empty(`${CHART_FILES}/${folder}`);
  for (const file of readdirSync(`${HERE}${folder}`))
    copyFileSync(`${HERE}${folder}/${file}`, `${CHART_FILES}/${folder}/${file}`);
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
