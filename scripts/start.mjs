// npm start: everything on this machine, in this process. See docs/spec/operations.md, "Running".
import { prepare } from './prepare.mjs';

prepare();
// One process and no shell between: Ctrl-C arrives once, where it is handled.
await import('../embedded/dist/main.js');
