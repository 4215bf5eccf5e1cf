import { environment } from './config.js';
import { run } from './run.js';

// Whoever reads may stop reading, as head does; that is no failure. A full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`prospect: the output cannot be written (${error.code})\n`);
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

/** By setting the code and returning, output that a pipe has not taken yet is still written. */
process.exitCode = await run(process.argv.slice(2), environment, process);
