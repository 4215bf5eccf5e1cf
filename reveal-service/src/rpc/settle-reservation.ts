import type { CallContext } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { requireUuid } from '../request-fields.js';
import { fenceAttempt } from '../spending/attempts.js';
import { resolveReservations } from '../spending/credits.js';
import type { SpendingDependencies } from '../spending/dependencies.js';

/**
 * Resolves one pending reservation of any age, as recovery would. Fences its attempt first, so that
 * a spend under way fails before it reveals anything. Throws validation_failed, also when the
 * reservation is unknown or was resolved differently.
 */
export async function settleReservation(
  dependencies: Pick<SpendingDependencies, 'revealPool' | 'clock' | 'credits'>,
  request: reveal.SettleReservationRequest,
  call: CallContext,
): Promise<reveal.SettleReservationResponse> {
  const accountId = requireUuid('accountId', request.accountId);
  const attemptId = requireUuid('reservationId', request.reservationId);
  const resolution = await fenceAttempt(dependencies, { accountId, attemptId });
  const failure = (await resolveReservations(dependencies.credits, [resolution], call)).get(resolution);
  if (failure !== undefined) throw failure;
  return resolution.kind === 'capture'
    ? { captured: true, capturedMillicredits: resolution.millicredits }
    : { captured: false, capturedMillicredits: 0 };
}
