import { hash } from 'node:crypto';
import { copyRow, type CopyValue } from './copy-text.js';

/** Where a record stands in the input. */
export interface Place {
  /** Counts records from 1. */
  readonly ordinal: number;
  /** Counts lines from 1; several records may begin on one. */
  readonly line: number;
}

/**
 * A table that lives as long as the import's connection, filled by COPY and without indexes. Besides a record's place, `head` columns say
 * which record it is and `content` columns what it says; the digest of the content tells whether a record has changed.
 */
export interface StagingTable<Head extends string = string, Content extends string = string> {
  readonly name: string;
  readonly head: Readonly<Record<Head, string>>;
  readonly content: Readonly<Record<Content, string>>;
}

export function createStagingTable(table: StagingTable): string {
  const columns = Object.entries(allColumns(table)).map(([column, type]) => `${column} ${type}`);
  return `create temporary table ${table.name} (${columns.join(', ')})`;
}

export function copyIntoStagingTable(table: StagingTable): string {
  return `copy pg_temp.${table.name} (${Object.keys(allColumns(table)).join(', ')}) from stdin`;
}

function allColumns({ head, content }: StagingTable): Record<string, string> {
  return { ordinal: 'bigint not null', line: 'bigint not null', ...head, ...content, content_hash: 'bytea not null' };
}

/** Makes the function that writes one row of a staging table as a line of COPY text. */
export function rowEncoder<Head extends string, Content extends string>({
  head,
  content,
}: StagingTable<Head, Content>): (place: Place, row: Readonly<Record<Head | Content, CopyValue>>) => string {
  const headColumns = Object.keys(head) as Head[];
  const contentColumns = Object.keys(content) as Content[];
  return ({ ordinal, line }, row) => {
    const identity = copyRow([ordinal, line, ...headColumns.map((column) => row[column])]);
    const said = copyRow(contentColumns.map((column) => row[column]));
    return `${identity}\t${said}\t\\\\x${hash('sha256', said, 'hex')}\n`;
  };
}
