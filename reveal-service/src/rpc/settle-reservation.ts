import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { SpendingDependencies } from '../spending/dependencies.js';
import { fenceAttempt } from '../spending/attempts.js';
import { settleReservations } from '../spending/credits.js';

/**
 * Ends one pending reservation as recovery would, whatever its age: its attempt is fenced first, so a spend that is still under way fails
 * before it reveals anything. Throws validation_failed, also where the reservation is unknown or has ended otherwise.
 */
export async function settleReservation(
  dependencies: Pick<SpendingDependencies, 'revealPool' | 'clock' | 'credits'>,
  { accountId, reservationId }: reveal.SettleReservationRequest,
  call: Call,
): Promise<reveal.SettleReservationResponse> {
  const account = parseUuid(accountId);
  if (account === undefined) throw validationFailed({ accountId: ['must be a UUID'] });
  const attempt = parseUuid(reservationId);
  if (attempt === undefined) throw validationFailed({ reservationId: ['must be a UUID'] });
  const resolution = await fenceAttempt(dependencies, { accountId: account, attemptId: attempt });
  const failure = (await settleReservations(dependencies.credits, [resolution], call)).get(resolution);
  if (failure !== undefined) throw failure;
  const captured = resolution.kind === 'capture';
  return { captured, capturedMillicredits: captured ? resolution.millicredits : 0 };
}
