import { Coalescer } from '@prospecting/platform/batching';
import type { Call } from '@prospecting/platform/grpc';
import type { Pool, Statement } from '@prospecting/platform/postgres';
import type { RecordedDetails } from '../masking/organization-details.js';
import type { Records } from '../masking/records.js';
import type { WantedSubject } from '../pricing/plan.js';
import type { Subject } from '../pricing/prices.js';
import { selectContactRecords } from '../sql/select-contact-records.js';
import { selectOrganizationDetails } from '../sql/select-organization-details.js';
import { selectSwitchboards } from '../sql/select-switchboards.js';

/** Reads what is on record of the subjects of an order. Throws service_unavailable. */
export type ReadRecords = (subjects: readonly WantedSubject[], call: Call) => Promise<Records>;

/**
 * What is on record is the same for every account, so orders that come at once share a statement: sixteen whole ones at most. Of what an
 * account has revealed no statement reads for two.
 */
const SHARED = { maxItems: 400, maxInFlight: 2, maxQueuedItems: 20_000 };

export function createRecordsReader(directoryPool: Pool): ReadRecords {
  const contacts = byId(directoryPool, selectContactRecords, (row) => [row.id, row]);
  const switchboards = byId(directoryPool, selectSwitchboards, (row) => [row.subjectId, row]);
  const organizations = byId(
    directoryPool,
    selectOrganizationDetails,
    ({ organizationId, ...details }): [string, RecordedDetails] => [organizationId, details],
  );
  return async (subjects, call) => {
    const idsOf = (kind: Subject): string[] => [
      ...new Set(subjects.filter((subject) => subject.kind === kind).map((subject) => subject.subjectId)),
    ];
    const [contact, switchboard, organization] = await Promise.all([
      contacts(idsOf('contact'), call),
      switchboards(idsOf('switchboard'), call),
      organizations(idsOf('organization'), call),
    ]);
    return { contact, switchboard, organization };
  };
}

/** What is on record under ids, each given once. */
function byId<Row extends object, Item>(
  pool: Pool,
  select: Statement<[ids: readonly string[]], Row>,
  entryOf: (row: Row) => [id: string, record: Item],
): (ids: string[], call: Call) => Promise<ReadonlyMap<string, Item>> {
  const coalescer = new Coalescer<string, Item | undefined>({
    ...SHARED,
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
