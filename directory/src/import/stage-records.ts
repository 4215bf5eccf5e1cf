import type { FoundRecord } from './formats/format.js';
import { referenceKey, type OrganizationFinder } from './organization-references.js';
import type { Import } from './record-kinds.js';
import { asFields } from './records/fields.js';
import { readReference } from './records/organization-reference.js';
import { RecordRejected } from './reject-reasons.js';
import type { Reject, Rejects } from './rejects.js';
import { startCopy, type Session } from './session.js';
import { copyIntoStagingTable, createStagingTable, type Place } from './staging.js';

export interface StagingContext {
  /** Takes the rows. */
  readonly session: Session;
  readonly findOrganizations: OrganizationFinder;
  readonly rejects: Rejects;
  readonly identityKey: string | Buffer;
  /** Told of each block once it is staged. */
  readonly onStaged: (records: number) => void;
}

type Block = readonly (FoundRecord | Reject)[];

/**
 * How many blocks are under way at once: while the organizations of some are looked up and the rows of one are copied, the next
 * is read and checked.
 */
const BLOCKS_AT_ONCE = 4;

/** Checks records and copies those that pass into their staging table, a block at a time; what is refused goes to the rejects. */
export async function stageRecords(blocks: AsyncIterable<Block>, kind: Import, context: StagingContext): Promise<void> {
  const { session, rejects } = context;
  await session.query(createStagingTable(kind.staging));
  const copy = startCopy(session, copyIntoStagingTable(kind.staging));
  const finish = async (checked: CheckedBlock): Promise<void> => {
    await rejects.add(checked.rejects);
    if (checked.rows !== '') await copy.write(checked.rows);
    context.onStaged(checked.records);
  };

  let ordinal = 0;
  const underWay: Promise<CheckedBlock>[] = [];
  for await (const block of blocks) {
    if (block.length === 0) continue;
    const checking = checkBlock(block, ordinal, kind, context);
    // Its failure is seen when its turn comes; another's may end the import first.
    checking.catch(() => {});
    underWay.push(checking);
    ordinal += block.length;
    const next = underWay.length < BLOCKS_AT_ONCE ? undefined : underWay.shift();
    if (next !== undefined) await finish(await next);
  }
  for (const checking of underWay) await finish(await checking);
  await copy.end();
}

interface CheckedBlock {
  readonly records: number;
  /** COPY text. */
  readonly rows: string;
  readonly rejects: readonly Reject[];
}

async function checkBlock(block: Block, before: number, kind: Import, context: StagingContext): Promise<CheckedBlock> {
  const { identityKey, findOrganizations } = context;
  const rejects: Reject[] = [];
  const records = placed(block, before, rejects);
  if (!kind.belongsToOrganization) {
    const rows = records.map(({ record, place }) =>
      orReject(rejects, place, '', () => kind.stage(record, place, identityKey)),
    );
    return { records: block.length, rows: rows.join(''), rejects };
  }
  const references = records.map(({ record, place }) =>
    orReject(rejects, place, undefined, () => readReference(asFields(record), identityKey)),
  );
  const organizations = await findOrganizations(references);
  const rows = records.map(({ record, place }, index) => {
    const reference = references[index];
    if (reference === undefined) return '';
    return orReject(rejects, place, '', () => {
      const organization = organizations.get(referenceKey(reference));
      if (organization === undefined) throw new RecordRejected('organization_not_found', 'organization');
      return kind.stage(record, place, organization, identityKey);
    });
  });
  return { records: block.length, rows: rows.join(''), rejects };
}

/** The records of a block with their places; what the format refused goes to the rejects. */
function placed(block: Block, before: number, rejects: Reject[]): { record: unknown; place: Place }[] {
  const records: { record: unknown; place: Place }[] = [];
  for (const [index, each] of block.entries()) {
    if ('reason' in each) rejects.push(each);
    else records.push({ record: each.record, place: { ordinal: before + index + 1, line: each.line } });
  }
  return records;
}

function orReject<Value>(rejects: Reject[], { line }: Place, otherwise: Value, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    rejects.push({ line, reason: error.reason, field: error.field });
    return otherwise;
  }
}
