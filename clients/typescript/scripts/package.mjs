// node scripts/package.mjs [<folder>]: writes what customers install to <folder>/prospecting-client
// and its archive to <folder>, and prints both paths as JSON. Default: build. The code is one
// minified CommonJS file, which ES modules load too, so that a program has one set of error
// classes. The types keep their documentation.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = path.join(ROOT, 'dist');
const OUTPUT = path.resolve(process.argv[2] ?? path.join(ROOT, 'build'));
const TARGET = path.join(OUTPUT, 'prospecting-client');
const ENTRIES = ['index', 'node'];

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });

const { metafile } = await build({
  entryPoints: ENTRIES.map((entry) => path.join(SOURCE, `${entry}.js`)),
  outdir: TARGET,
  bundle: true,
  minify: true,
  // Node.js prints the line of an uncaught error.
  lineLimit: 120,
  format: 'cjs',
  // Its output names its exports where Node looks for them.
  platform: 'node',
  target: 'node18',
  // Only the entry for Node imports modules of Node. It shares the classes of the main entry.
  external: ['node:*'],
  plugins: [{ name: 'one set of classes', setup: shareIndex }],
  metafile: true,
  logLevel: 'warning',
});
for (const entry of ENTRIES) writeModule(entry);
copyTypes();
writeManifest();
cpSync(path.join(ROOT, 'README.md'), path.join(TARGET, 'README.md'));

const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', OUTPUT, TARGET], {
  encoding: 'utf8',
  env: { ...process.env, npm_config_loglevel: 'error' },
});
if (packed.status !== 0) throw new Error(packed.stderr);
const report = JSON.parse(packed.stdout);
const { filename } = Array.isArray(report) ? report[0] : Object.values(report)[0];
console.log(JSON.stringify([TARGET, path.join(OUTPUT, filename)]));

/** In the entry for Node, everything but its own code comes from the main entry. */
function shareIndex({ onResolve }) {
  onResolve({ filter: /^\.\// }, ({ importer }) =>
    path.basename(importer) === 'node.js' ? { path: './index.js', external: true } : undefined,
  );
}

/** ES modules see the same objects, under the names that the CommonJS file exports. */
function writeModule(entry) {
  const output = Object.keys(metafile.outputs).find((file) => path.basename(file) === `${entry}.js`);
  const source = readFileSync(path.join(SOURCE, `${entry}.js`), 'utf8');
  const names = [...source.matchAll(/^export (?:class (\w+)|\{([^}]+)\})/gm)].flatMap(([, name, list]) =>
    name === undefined
      ? list
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean)
      : [name],
  );
  if (output === undefined || names.length === 0) throw new Error(`${entry} exports nothing`);
  writeFileSync(path.join(TARGET, `${entry}.mjs`), `export{${names.join(',')}}from'./${entry}.js';\n`);
  writeFileSync(path.join(TARGET, `${entry}.d.mts`), `export * from './${entry}.js';\n`);
}

/** The declarations that the entries reach. */
function copyTypes() {
  const reached = new Set(ENTRIES.map((entry) => `${entry}.d.ts`));
  for (const file of reached) {
    const text = readFileSync(path.join(SOURCE, file), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\n?$/, '\n');
    for (const [, name] of text.matchAll(/from '(\.[^']+)\.js'|import\("(\.[^"]+)\.js"\)/g)) {
      reached.add(path.join(path.dirname(file), `${name}.d.ts`));
    }
    mkdirSync(path.dirname(path.join(TARGET, file)), { recursive: true });
    writeFileSync(path.join(TARGET, file), text);
  }
}

function writeManifest() {
  const { name, version, description, license, engines, sideEffects } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const conditions = (entry) => ({
    import: { types: `./${entry}.d.mts`, default: `./${entry}.mjs` },
    require: { types: `./${entry}.d.ts`, default: `./${entry}.js` },
  });
  const manifest = {
    name,
    version,
    description,
    license,
    engines,
    sideEffects,
    type: 'commonjs',
    main: './index.js',
    types: './index.d.ts',
    exports: { '.': conditions('index'), './node': conditions('node'), './package.json': './package.json' },
  };
  writeFileSync(path.join(TARGET, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
