import path from 'node:path';
import { SOLE_TRADER_KEY } from './dataset.js';
import type { ImportMessage, ImportReport } from './import-process.js';
import { nextMessage, startProcess } from './processes.js';

/** Imports a file in a process of its own. Rejects when the import fails. */
export async function runImport(
  options: Omit<ImportMessage, 'identityKey'>,
  dataDir: string,
  signal: AbortSignal,
): Promise<ImportReport> {
  const entry = new URL('import-process.js', import.meta.url);
  const importing = await startProcess({ name: `import-${options.kind}`, entry, logDir: path.join(dataDir, 'logs') });
  try {
    importing.child.send({ ...options, identityKey: SOLE_TRADER_KEY } satisfies ImportMessage);
    return (await nextMessage(importing, signal)) as ImportReport;
  } finally {
    await importing.stop();
  }
}
