import { DomainError, type PublicMembers } from '@prospecting/platform/errors';
import { nextHop, type Call } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { Spender } from '../upstream/index.js';
import type { BatchAmounts } from './batch.js';
import type { Cap } from './millicredits.js';
import type { OperationRequest } from './operation.js';
import { filled, putInPlaces } from './places.js';
import type { Spend } from './terms.js';

/** A request that may spend. */
export type SpendRequest = OperationRequest<{ readonly dryRun: boolean }>;

/** What the subjects of a request cost, and what the account sees of them once that is settled. */
export interface Settled {
  /** One in each place that holds a subject. */
  readonly outcomes: readonly (reveal.SubjectOutcome | undefined)[];
  readonly amounts: BatchAmounts;
}

type Places = readonly (reveal.SpendSubject | undefined)[];

/**
 * Quotes or reveals, as the request's terms say; each answers all that is shown of the subjects. A quote minds neither
 * cap nor balance. A spend reveals all the subjects and charges for them, or does nothing; a retry of the same operation
 * comes to the same outcome. Throws credit_cap_exceeded and insufficient_credits, both final; idempotency_key_in_use
 * while an earlier try cannot be ended; service_unavailable and internal_error, which leave a spend open.
 */
export async function settle(spender: Spender, request: SpendRequest, places: Places): Promise<Settled> {
  const { key, call, terms } = request;
  const order = { accountId: key.account.id, priceGroup: key.account.priceGroup, subjects: filled(places) };
  if (terms.kind !== 'spend') return settled(places, await spender.quote(order, call));
  const outcome = await carryOut(spender, order, terms.spend, call);
  return settled(places, outcome);
}

async function carryOut(
  spender: Spender,
  order: reveal.QuoteRequest,
  spend: Spend,
  call: Call,
): Promise<reveal.SpendOutcome> {
  const { operationId, cap } = spend;
  spend.ask();
  try {
    // reveal-service knows why it is late, so it answers before this request is given up.
    const outcome = await spender.reveal({ ...order, operationId, maxMillicredits: cap.millicredits }, nextHop(call));
    spend.told(outcome.chargedMillicredits);
    return outcome;
  } catch (error) {
    throw error instanceof DomainError ? asRefused(error, cap) : error;
  }
}

/** A refusal in the words of the API: reveal-service knows neither the cap as it was sent nor what a retry takes. */
function asRefused(error: DomainError, cap: Cap): DomainError {
  const refused = (detail: string, members: PublicMembers): DomainError =>
    new DomainError(error.code, { detail, members: { ...error.members, ...members }, cause: error });
  switch (error.code) {
    case 'credit_cap_exceeded':
      return refused('This request costs more than maxCredits.', { maxCredits: cap.credits });
    case 'insufficient_credits':
      return refused('The account cannot pay for everything that this request would reveal.', {});
    case 'idempotency_key_in_use':
      return refused(
        'An earlier try of this request has not ended yet. Retry with the same Idempotency-Key: it is charged once at most.',
        { retryAfterSeconds: error.members.retryAfterSeconds ?? 1 },
      );
    default:
      return error;
  }
}

function settled(
  places: Places,
  { subjects, quotedMillicredits, chargedMillicredits, remainingMillicredits }: reveal.SpendOutcome,
): Settled {
  const asked = filled(places).length;
  if (subjects.length !== asked) throw new Error(`${asked} subjects got ${subjects.length} outcomes`);
  const outcomes = putInPlaces(places, subjects);
  // A reveal-service that is older than this gateway: what it charged must not be answered, and kept, as not found.
  if (places.some((place, index) => place?.kind === 'SUBJECT_KIND_ORGANIZATION' && !outcomes[index]?.organization))
    throw new Error('an organization that was settled came without what is seen of it');
  return {
    outcomes,
    amounts: { chargedMillicredits, quotedMillicredits, remainingMillicredits: remainingMillicredits ?? null },
  };
}
