import path from 'node:path';
import { finished } from 'node:stream/promises';
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import { createLogger, type Logger } from '@prospecting/platform/telemetry';
// Rotates while it writes and keeps the current file's name, which pino-roll does not; it has no
// dependencies.
import { createStream } from 'rotating-file-stream';

/** JSON lines in a file, because the terminal shows only what the person in front of it needs. */
export interface LogFile {
  readonly logger: Logger;
  /** Writes what is buffered and closes the file. */
  close(): Promise<void>;
}

export interface LogFileLimits {
  /** Size at which the file is rotated. */
  readonly maxBytes: number;
  /** Number of older files that are kept beside the current one: `<file>.1` is the newest. */
  readonly rotatedFiles: number;
}

/** At most 50 MiB in all. */
const DEFAULT_LIMITS: LogFileLimits = { maxBytes: 10 * 1024 * 1024, rotatedFiles: 4 };

/** Opens the log at `file` and appends to it. Files are readable by their owner only. */
export function openLogFile(file: string, { maxBytes, rotatedFiles }: LogFileLimits = DEFAULT_LIMITS): LogFile {
  const stream = createStream(path.basename(file), {
    path: path.dirname(file),
    size: `${maxBytes}B`,
    rotate: rotatedFiles,
    mode: 0o600,
  });
  // A full disk costs log lines; it must not stop the service.
  stream.on('error', () => {});
  return {
    logger: createLogger({ service: 'prospect', destination: stream, personalDataFields: PERSONAL_DATA_FIELDS }),
    async close() {
      stream.end();
      await finished(stream).catch(() => {});
    },
  };
}
