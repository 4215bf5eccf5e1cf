import { environment } from './config.js';
import { run } from './run.js';

/** The code that a shell reports for a program that SIGPIPE ends; Node.js ignores that signal. */
const READER_CLOSED = 128 + 13;
/** The code that a shell reports for a program that SIGTERM ends. */
const TERMINATED = 128 + 15;

/**
 * The reader of standard output may close it before the end, as `head` does. The command then does
 * not fail, but its result was not delivered, so the exit code must not say 0. A command that fails
 * keeps its own code: `credits audit | head` still exits 1 on a difference.
 */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isClosed = error.code === 'EPIPE';
  if (!isClosed) process.stderr.write(`prospect: cannot write the output (${error.code})\n`);
  process.exitCode ||= isClosed ? READER_CLOSED : 1;
});
// There is no place left to report to. Without a listener the error would end the process.
process.stderr.on('error', () => {});

// In a container the command is process 1, which the kernel never ends by a signal that it does not
// handle. What was under way is rolled back when its connection closes.
process.once('SIGTERM', () => process.exit(TERMINATED));

const code = await run(process.argv.slice(2), environment, process);
// Setting the code, instead of exiting, lets Node.js write what a pipe has not taken yet.
if (code !== 0) process.exitCode = code;
