// npm run test:faults -- [options]: what the installation does while everything breaks, on processes and a database of its own.
import { prepare } from './prepare.mjs';

prepare();
await import('../test/e2e/dist/faults/main.js');
