// npm run test:kind [-- --existing] [--keep] [--only <disruption>…]: installs the chart on a real
// cluster, tells it the promises and disrupts it under load (test/kind/README.md).
import { spawnSync } from 'node:child_process';
import { fail, prepare } from './prepare.mjs';

const missing = ['docker', 'kind', 'kubectl', 'helm'].filter(
  (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error !== undefined,
);
if (missing.length > 0) fail(`npm run test:kind needs ${missing.join(', ')} on the PATH: see test/kind/README.md.`);

prepare();
await import('../test/kind/dist/main.js');
