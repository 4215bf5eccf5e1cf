import { Coalescer } from '@prospecting/platform/batching';
import type { CallContext } from '@prospecting/platform/grpc';
import type { Pool, Statement } from '@prospecting/platform/postgres';
import type { RecordedDetails } from '../masking/organization-details.js';
import type { Records } from '../masking/records.js';
import { selectContactRecords } from '../sql/select-contact-records.js';
import { selectOrganizationDetails } from '../sql/select-organization-details.js';
import { selectSwitchboards } from '../sql/select-switchboards.js';
import type { Subject, WantedSubject } from '../subjects.js';

/** Reads the records of an order's subjects. */
export interface DirectoryLoader {
  /** Throws service_unavailable. */
  load(subjects: readonly WantedSubject[], call: CallContext): Promise<Records>;
}

/**
 * The directory is the same for every account, so concurrent orders share a statement: up to
 * sixteen full orders. Statements on what an account has revealed are never shared.
 */
const COALESCING = { maxItems: 400, maxInFlight: 2, maxQueuedItems: 20_000 };

export function createDirectoryLoader(directoryPool: Pool): DirectoryLoader {
  const loadContacts = loaderById(directoryPool, selectContactRecords, (row) => [row.id, row]);
  const loadSwitchboards = loaderById(directoryPool, selectSwitchboards, (row) => [row.subjectId, row]);
  const loadOrganizations = loaderById(
    directoryPool,
    selectOrganizationDetails,
    ({ organizationId, ...details }): [string, RecordedDetails] => [organizationId, details],
  );
  return {
    async load(subjects, call) {
      const idsOf = (kind: Subject): string[] => [
        ...new Set(subjects.filter((subject) => subject.kind === kind).map((subject) => subject.subjectId)),
      ];
      const [contact, switchboard, organization] = await Promise.all([
        loadContacts(idsOf('contact'), call),
        loadSwitchboards(idsOf('switchboard'), call),
        loadOrganizations(idsOf('organization'), call),
      ]);
      return { contact, switchboard, organization };
    },
  };
}

/** Builds a loader of one statement. It takes each id once and returns the records that exist. */
function loaderById<Row extends object, Item>(
  pool: Pool,
  select: Statement<[ids: readonly string[]], Row>,
  entryOf: (row: Row) => [id: string, record: Item],
): (ids: string[], call: CallContext) => Promise<ReadonlyMap<string, Item>> {
  const coalescer = new Coalescer<string, Item | undefined>({
    ...COALESCING,
    async run(ids) {
      const records = new Map((await select.run(pool, [[...new Set(ids)]])).map(entryOf));
      return ids.map((id) => records.get(id));
    },
  });
  return async (ids, call) => {
    const records = await coalescer.load(ids, call);
    return new Map(
      ids.flatMap((id, index): [string, Item][] => {
        const record = records[index];
        return record === undefined ? [] : [[id, record]];
      }),
    );
  };
}
