import { reserve } from './sql/reserve.js';
import { resolve } from './sql/resolve.js';
import { selectBalance } from './sql/select-balance.js';

export { CREDITS_CRASH_POINTS, type CreditsCrashPoint } from './crash-points.js';
export { creditsSchema } from './migrations/index.js';
export type { CreditsDependencies } from './rpc/dependencies.js';
export { createCreditsLedger } from './rpc/ledger.js';
export { createCreditsReader } from './rpc/reader.js';

/** The statement behind a balance, for benchmarks that run it without the service. */
export const balanceStatements = { selectBalance } as const;

/** The statements behind Reserve, and behind Capture and Release, likewise. */
export const spendStatements = { reserve, resolve } as const;
