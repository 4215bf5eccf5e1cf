import { environment } from './config.js';
import { run } from './run.js';

/** By setting the code and returning, output that a pipe has not taken yet is still written. */
process.exitCode = await run(process.argv.slice(2), environment, process);
