// npm run test:faults -- [options]: starts a separate installation, breaks it while customers
// spend, and audits it (test/e2e/src/faults/README.md).
import { prepare } from './prepare.mjs';

prepare();
await import('../test/e2e/dist/faults/main.js');
