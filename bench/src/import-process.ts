/**
 * Runs one import in a separate process, so that its peak memory is measured by itself. The parent
 * sends what to import and receives the result.
 */
import { importFile, type ImportResult, type RecordKind } from '@prospecting/directory/import';

/** The message from the parent. */
export interface ImportMessage {
  readonly kind: RecordKind;
  readonly databaseUrl: string;
  readonly input: string;
  readonly identityKey: string;
}

/** The message to the parent. */
export interface ImportReport {
  readonly result: ImportResult;
  /** The highest resident set of the process. */
  readonly peakRssBytes: number;
}

process.once('message', ({ kind, ...options }: ImportMessage) => {
  void importFile(kind, options).then((result) => {
    const report: ImportReport = { result, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
    process.send?.(report);
    process.disconnect();
  });
});
