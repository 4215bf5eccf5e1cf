// npm run bench -- <name> [options]: the benchmarks, on a database of their own.
import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/main.js');
