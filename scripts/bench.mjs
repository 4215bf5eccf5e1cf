// npm run bench -- <name> [options]: runs a benchmark on a separate database.
import { prepare } from './prepare.mjs';

prepare();
await import('../bench/dist/main.js');
