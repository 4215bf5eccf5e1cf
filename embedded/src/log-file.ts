import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createLogger, type Logger } from '@prospecting/platform/telemetry';

const MAX_BYTES = 10 * 1024 * 1024;

/** The installation's log: JSON lines in a file, as the terminal is for the person in front of it. */
export interface LogFile {
  readonly logger: Logger;
  close(): Promise<void>;
}

/** Goes on with the log at `file`; one that has grown large is put aside as `<file>.1` first. */
export async function openLogFile(file: string): Promise<LogFile> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && found.size > MAX_BYTES) await rename(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A disk that is full must not end the service.
  stream.on('error', () => {});
  return { logger: createLogger({ service: 'prospect', destination: stream }), close: () => end(stream) };
}

function end(stream: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve);
    stream.end();
  });
}
