import type { Reject } from '../reject-reasons.js';
import type { FoundRecord, MappedRecord } from './format.js';
import { splitRecords, type JsonRecordsOptions } from './json-records.js';

/** Reads a register's JSON: splits it into records, parses and maps each. */
export async function* readRegisterJson<Canonical extends object>(
  bytes: AsyncIterable<Buffer>,
  options: JsonRecordsOptions,
  map: (record: unknown) => MappedRecord<Canonical>,
): AsyncGenerator<(FoundRecord | Reject)[]> {
  for await (const records of splitRecords(bytes, options)) {
    yield records.map((record) => {
      if ('reason' in record) return record;
      const { line, text } = record;
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        return { line, reason: 'invalid_json' };
      }
      return { line, ...map(parsed) };
    });
  }
}
