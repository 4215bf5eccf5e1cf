#!/usr/bin/env node
// npm links commands while it installs, before anything is built; so this file is what gets linked.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('prospect: not built yet; run `npm run build` first');
  process.exitCode = 1;
}
