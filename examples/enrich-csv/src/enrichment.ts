/** An amount of credits in thousandths, the smallest that the API charges. Integers add up exactly. */
export type Millicredits = number;

export const toMillicredits = (credits: number): Millicredits => Math.round(credits * 1000);
export const toCredits = (millicredits: Millicredits): number => millicredits / 1000;

/** What the dry run said of one row. */
export interface Quoted {
  readonly status: string;
  /** Why the row was not matched. */
  readonly reason?: string;
  /** The record that was matched. */
  readonly id?: string;
  readonly matchedBy?: string;
  /** What a reveal would cost, by info type. */
  readonly prices?: Readonly<Record<string, Millicredits>> | undefined;
}

export interface Revealed {
  readonly charged: Millicredits;
  /** The cells of each record that is still there, by its id. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

/** One kind of rows: how they are matched, what is revealed of them, and the columns that they gain. */
export interface Enrichment {
  readonly columns: readonly string[];
  /** Matches up to 25 rows and prices the reveal. Spends nothing. */
  quote(rows: readonly (readonly string[])[]): Promise<readonly Quoted[]>;
  /** Reveals up to 25 records for at most `maxCredits`, once, however often it is called under the same key. */
  reveal(ids: readonly string[], maxCredits: number, idempotencyKey: string): Promise<Revealed>;
}

/** The API takes this many items in one request. */
export const MAX_ITEMS = 25;
