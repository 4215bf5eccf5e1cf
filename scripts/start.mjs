// npm start: runs everything on this machine, in this process. See docs/spec/operations.md,
// "Running".
import { prepare } from './prepare.mjs';

// The compiler is a dependency; linters, generators and test libraries are not needed to run.
prepare({ dev: false, tests: false, checkTypes: false });
// So that the log tells the time of this from that of loading the program.
performance.mark('prospect-build-checked');
// Imported, not spawned: Ctrl-C arrives once, in the process that handles it.
await import('../embedded/dist/main.js');
