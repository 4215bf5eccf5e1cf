import { selectContactDetails } from './sql/select-contact-details.js';
import { selectDetailPresence } from './sql/select-detail-presence.js';
import { selectRevealed } from './sql/select-revealed.js';
import { selectSwitchboards } from './sql/select-switchboards.js';

export { revealSchema } from './migrations/index.js';
export { createRevealAdmin, type AdminDependencies } from './rpc/admin.js';
export { createRevealViewer, type ViewerDependencies } from './rpc/viewer.js';

/** The statements behind viewing, for benchmarks that run them without the service. */
export const viewingStatements = {
  selectRevealed,
  selectDetailPresence,
  selectContactDetails,
  selectSwitchboards,
} as const;
