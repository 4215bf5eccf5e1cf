import type { FoundRecord } from './formats/format.js';
import type { ImportDefinition } from './import-definitions.js';
import { referenceKey, type OrganizationFinder } from './organization-references.js';
import { asFields, type Fields } from './records/fields.js';
import type { TitleReader } from './records/job-titles.js';
import { readReference } from './records/organization-reference.js';
import { RecordRejected, type Reject } from './reject-reasons.js';
import type { Rejects } from './rejects.js';
import { startCopy, type Session } from './session.js';
import type { Source } from './sources.js';
import { copyIntoStagingTable, createStagingTable, type InputPosition } from './staging.js';

export interface StagingContext {
  /** The connection that receives the rows. */
  readonly session: Session;
  readonly findOrganizations: OrganizationFinder;
  readonly rejects: Rejects;
  readonly identityKey: string | Buffer;
  readonly readTitle: TitleReader;
  /** The source of organizations whose record does not name another. */
  readonly source: Source;
  /** Called after each block with the number of its records. */
  readonly onStaged: (records: number) => void;
}

type Block = readonly (FoundRecord | Reject)[];

/**
 * Blocks in flight at a time. While the organizations of some are looked up and the rows of one are
 * copied, the next is read and checked.
 */
const MAX_BLOCKS_IN_FLIGHT = 4;

/**
 * Checks records block by block, copies those that pass into a staging table and rejects the
 * others.
 */
export async function stageRecords(
  blocks: AsyncIterable<Block>,
  definition: ImportDefinition,
  context: StagingContext,
): Promise<void> {
  const { session, rejects } = context;
  await session.query(createStagingTable(definition.staging));
  const copy = startCopy(session, copyIntoStagingTable(definition.staging));
  const finish = async (checked: CheckedBlock): Promise<void> => {
    await rejects.add(checked.rejects);
    if (checked.rows !== '') await copy.write(checked.rows);
    context.onStaged(checked.records);
  };

  let ordinal = 0;
  const inFlight: Promise<CheckedBlock>[] = [];
  for await (const block of blocks) {
    if (block.length === 0) continue;
    const checking = checkBlock(block, ordinal, definition, context);
    // A failure surfaces when the block is awaited, unless another failure ends the import first.
    checking.catch(() => {});
    inFlight.push(checking);
    ordinal += block.length;
    const next = inFlight.length < MAX_BLOCKS_IN_FLIGHT ? undefined : inFlight.shift();
    if (next !== undefined) await finish(await next);
  }
  for (const checking of inFlight) await finish(await checking);
  await copy.end();
}

interface CheckedBlock {
  readonly records: number;
  /** COPY text of the records that passed. */
  readonly rows: string;
  readonly rejects: readonly Reject[];
}

/** @param lastOrdinal of the block before; 0 for the first block */
async function checkBlock(
  block: Block,
  lastOrdinal: number,
  definition: ImportDefinition,
  context: StagingContext,
): Promise<CheckedBlock> {
  const { identityKey, readTitle, findOrganizations, source: formatSource } = context;
  const rejects: Reject[] = [];
  if (!definition.belongsToOrganization) {
    const rows = block.map((each, index) => {
      const position = { ordinal: lastOrdinal + index + 1, line: each.line };
      if ('reason' in each) {
        rejects.push(each);
        if (each.gone === undefined) return '';
        const { source = formatSource, ...number } = each.gone;
        return definition.stageNumber({ ...number }, position, identityKey, { source, state: 'gone' });
      }
      const { record, source = formatSource, preference } = each;
      // A record with a fault is in the file all the same: a full import must not remove it.
      const stageFaulty = () =>
        isObject(record) ? definition.stageNumber(record, position, identityKey, { source, state: 'rejected' }) : '';
      return (
        catchReject(rejects, position, undefined, () =>
          definition.stage(record, position, identityKey, { source, preference }),
        ) ?? stageFaulty()
      );
    });
    return { records: block.length, rows: rows.join(''), rejects };
  }
  const records = positionRecords(block, lastOrdinal, rejects);
  const references = records.map(({ record, position }) =>
    catchReject(rejects, position, undefined, () => readReference(asFields(record), identityKey)),
  );
  const organizations = await findOrganizations(references);
  const rows = records.map(({ record, position }, index) => {
    const reference = references[index];
    if (reference === undefined) return '';
    return catchReject(rejects, position, '', () => {
      const organization = organizations.get(referenceKey(reference));
      if (organization === undefined) throw new RecordRejected('organization_not_found', 'organization');
      return definition.stage(record, position, organization, identityKey, readTitle);
    });
  });
  return { records: block.length, rows: rows.join(''), rejects };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface PositionedRecord {
  readonly record: unknown;
  readonly position: InputPosition;
}

/**
 * Returns the records of a block with their positions; adds what the format rejected to `rejects`.
 */
function positionRecords(block: Block, lastOrdinal: number, rejects: Reject[]): PositionedRecord[] {
  const records: PositionedRecord[] = [];
  for (const [index, each] of block.entries()) {
    if ('reason' in each) rejects.push(each);
    else records.push({ record: each.record, position: { ordinal: lastOrdinal + index + 1, line: each.line } });
  }
  return records;
}

/** Runs a check; when it rejects the record, adds that to `rejects` and returns `fallback`. */
function catchReject<Value>(rejects: Reject[], { line }: InputPosition, fallback: Value, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof RecordRejected)) throw error;
    rejects.push({ line, reason: error.reason, field: error.field });
    return fallback;
  }
}
