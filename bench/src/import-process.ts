/** One import in a process of its own, so that its peak of memory is its own. The parent sends what to import and is told how it went. */
import { importFile, type ImportResult, type RecordKind } from '@prospecting/directory/import';

/** What the parent sends. */
export interface ImportMessage {
  readonly kind: RecordKind;
  readonly databaseUrl: string;
  readonly input: string;
  readonly identityKey: string;
}

/** What it is told. */
export interface ImportReport {
  readonly result: ImportResult;
  /** Highest resident set of the process. */
  readonly peakRssBytes: number;
}

process.once('message', ({ kind, ...options }: ImportMessage) => {
  void importFile(kind, options).then((result) => {
    const report: ImportReport = { result, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
    process.send?.(report);
    process.disconnect();
  });
});
