import { DomainError, toDomainError } from '@prospecting/platform/errors';
import { nextHop, withinDeadline } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { Spender } from '../upstream/index.js';
import type { BatchAmounts } from './batch.js';
import { toWholeMillicredits } from './millicredits.js';
import type { OperationRequest } from './operation.js';
import { filled, putInPlaces } from './places.js';

/** The members of a body that say how a request may spend. */
export interface SpendTerms {
  readonly dryRun: boolean;
  /** Credits. The contract requires it of every body that reveals and is no dry run. */
  readonly maxCredits?: number;
}

/** A request that may spend. */
export type SpendRequest = OperationRequest<SpendTerms>;

/** What the subjects of a request cost, and what the account sees of them once that is settled. */
export interface Settled {
  /** One in each place that holds a subject. */
  readonly outcomes: readonly (reveal.SubjectOutcome | undefined)[];
  readonly amounts: BatchAmounts;
}

type Places = readonly (reveal.SpendSubject | undefined)[];

/** Quotes or reveals, as the request asks; each answers all that is shown of the subjects. Throws as `spend` does. */
export function settle(spender: Spender, request: SpendRequest, places: Places): Promise<Settled> {
  return request.body.dryRun ? quote(spender, request, places) : spend(spender, request, places);
}

/** What the subjects would cost now, and what the account sees of them as it is. Neither cap nor balance matters. */
async function quote(spender: Spender, { key: { account }, call }: SpendRequest, places: Places): Promise<Settled> {
  const order = { accountId: account.id, priceGroup: account.priceGroup, subjects: filled(places) };
  return settled(places, await spender.quote(order, call));
}

/**
 * Reveals all the subjects and charges for them, or does nothing. A retry of the same operation comes to the same outcome.
 * Throws credit_cap_exceeded, insufficient_credits; and service_unavailable or internal_error, with a detail that promises no more than
 * is known.
 */
async function spend(spender: Spender, request: SpendRequest, places: Places): Promise<Settled> {
  // Its own deadline, a little earlier: what is late here may have been done, and the answer has to say so.
  const call = nextHop(request.call);
  try {
    return await withinDeadline(call, 'spend', async () =>
      settled(places, await carryOut(spender, { ...request, call }, filled(places))),
    );
  } catch (error) {
    throw outcomeUnknown(error);
  }
}

async function carryOut(
  spender: Spender,
  { key: { account }, body: { maxCredits }, call, spendId }: SpendRequest,
  subjects: reveal.SpendSubject[],
): Promise<reveal.SpendOutcome> {
  if (maxCredits === undefined || spendId === undefined) throw new Error('a spend came without its cap or its name');
  const maxMillicredits = toWholeMillicredits(maxCredits);
  const { id: accountId, priceGroup } = account;
  try {
    const order = { operationId: spendId, accountId, priceGroup, subjects, maxMillicredits };
    return await spender.reveal(order, call);
  } catch (error) {
    throw asCapped(error, maxCredits);
  }
}

/** The cap as the caller sent it, where one was exceeded. */
function asCapped(error: unknown, maxCredits: number): unknown {
  if (!(error instanceof DomainError) || error.code !== 'credit_cap_exceeded') return error;
  return new DomainError('credit_cap_exceeded', {
    detail: 'This request costs more than maxCredits. Nothing was revealed or charged.',
    members: { ...error.members, maxCredits },
    cause: error,
  });
}

/** A failure on the way may hide a spend that was carried out: nobody may be told that nothing was. */
function outcomeUnknown(error: unknown): DomainError {
  const domainError = toDomainError(error);
  const { code, internal, kind } = domainError;
  if (kind.httpStatus < 500) return domainError;
  return new DomainError(code, {
    detail:
      'A part of the service did not answer in time. Retry with the same Idempotency-Key: it is charged once at most.',
    ...(internal !== undefined && { internal }),
    cause: error,
  });
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
