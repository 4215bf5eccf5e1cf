import { hash } from 'node:crypto';
import { copyRow, type CopyValue } from './copy-text.js';

/** The position of a record in the input. */
export interface InputPosition {
  /** Number of the record, from 1. */
  readonly ordinal: number;
  /** Number of the line on which it begins, from 1. Several records may begin on one line. */
  readonly line: number;
}

/**
 * A temporary table of the import's connection, filled by COPY and without indexes. Besides the
 * position, `head` columns identify the record and `content` columns hold its content. The digest
 * of the content shows whether a record has changed.
 */
export interface StagingTable<Head extends string = string, Content extends string = string> {
  readonly name: string;
  readonly head: Readonly<Record<Head, string>>;
  readonly content: Readonly<Record<Content, string>>;
}

/** Returns the statement that creates the table. */
export function createStagingTable(table: StagingTable): string {
  const columns = Object.entries(allColumns(table)).map(([column, type]) => `${column} ${type}`);
  return `create temporary table ${table.name} (${columns.join(', ')})`;
}

/** Returns the COPY statement that fills the table with rows of its `rowEncoder`. */
export function copyIntoStagingTable(table: StagingTable): string {
  return `copy pg_temp.${table.name} (${Object.keys(allColumns(table)).join(', ')}) from stdin`;
}

function allColumns({ head, content }: StagingTable): Record<string, string> {
  return { ordinal: 'bigint not null', line: 'bigint not null', ...head, ...content, content_hash: 'bytea not null' };
}

/** Returns a function that encodes one row of a staging table as a line of COPY text. */
export function rowEncoder<Head extends string, Content extends string>({
  head,
  content,
}: StagingTable<Head, Content>): (position: InputPosition, row: Readonly<Record<Head | Content, CopyValue>>) => string {
  const headColumns = Object.keys(head) as Head[];
  const contentColumns = Object.keys(content) as Content[];
  return ({ ordinal, line }, row) => {
    const headText = copyRow([ordinal, line, ...headColumns.map((column) => row[column])]);
    const contentText = copyRow(contentColumns.map((column) => row[column]));
    return `${headText}\t${contentText}\t\\\\x${hash('sha256', contentText, 'hex')}\n`;
  };
}
