import { commitAttempt } from './sql/commit-attempt.js';
import { selectContactDetails } from './sql/select-contact-details.js';
import { selectDetailPresence } from './sql/select-detail-presence.js';
import { selectRevealed } from './sql/select-revealed.js';
import { selectSwitchboards } from './sql/select-switchboards.js';

export { revealSchema } from './migrations/index.js';
export { createRevealAdmin, type AdminDependencies } from './rpc/admin.js';
export { createSpending, type Spending } from './rpc/spender.js';
export { createRevealViewer, type ViewerDependencies } from './rpc/viewer.js';
export { REVEAL_CRASH_POINTS, type RevealCrashPoint } from './spending/crash-points.js';
export type { Credits } from './spending/credits.js';
export type { SpendingDependencies } from './spending/dependencies.js';
export { DEFAULT_RECOVERY, type Recovery, type RecoveryOptions } from './spending/recovery.js';

/** The statements behind viewing, for benchmarks that run them without the service. */
export const viewingStatements = {
  selectRevealed,
  selectDetailPresence,
  selectContactDetails,
  selectSwitchboards,
} as const;

/** What a spend writes, for the same. */
export const spendingStatements = { commitAttempt } as const;
