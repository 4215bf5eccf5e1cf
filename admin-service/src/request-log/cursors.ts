import { z } from '@prospecting/platform/config';
import { validationFailed } from '@prospecting/platform/errors';
import { isPostgresError } from '@prospecting/platform/postgres';

/** A row of the request log. Rows of the same instant are in one partition, whose ctid orders them. */
export interface Position {
  /** PostgreSQL's text, to the microsecond. */
  readonly at: string;
  readonly row: string;
}

/**
 * Tells which rows a reader has had: those that a snapshot of the database sees. An instant cannot
 * tell, because rows are written in bulk after their requests, by several gateways: a later row may
 * have an earlier instant, or the same one.
 */
export interface FollowCursor {
  /** No row of a request before this instant is read, which bounds the work. */
  readonly from: string;
  /** The rows that the reader has had. */
  readonly seen: string;
  /** Between two pages: the snapshot that both show, and the last row of the first. */
  readonly page?: Position & { readonly shown: string };
}

const snapshot = z.string().regex(/^\d{1,20}:\d{1,20}:(\d{1,20}(,\d{1,20})*)?$/);
const position = { at: z.string().regex(/^\d{4,}-[\d :.+-]+$/), row: z.string().regex(/^\(\d{1,10},\d{1,5}\)$/) };
const positionShape = z.strictObject(position);
const followShape = z.strictObject({
  from: z.iso.datetime(),
  seen: snapshot,
  page: z.strictObject({ ...position, shown: snapshot }).optional(),
});

export function encodeCursor(cursor: Position | FollowCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** A query parameter that reads a cursor of `encodeCursor`. */
const cursorOf = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .max(16_384)
    .transform((text, context): z.output<Shape> => {
      const parsed = shape.safeParse(toJson(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'is not a cursor of this list' });
      return z.NEVER;
    });

export const beforeCursor = cursorOf(positionShape);
export const followCursor = cursorOf(followShape);

function toJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** SQLSTATE class 22: a value that the database cannot read. */
const DATA_EXCEPTION = /^22/;

/**
 * Reads a page from a cursor of the parameter `field`. Throws `validation_failed` when the database
 * cannot read the cursor: only it knows all rules of its instants, row positions and snapshots, and
 * somebody may have made the text up.
 */
export async function readFrom<Page>(field: string, read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    if (isPostgresError(error) && DATA_EXCEPTION.test(error.code))
      throw validationFailed({ [field]: ['is not a cursor of this list'] });
    throw error;
  }
}
