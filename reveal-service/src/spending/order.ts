import { parseUuid } from '@prospecting/platform/uuid';
import type { reveal } from '@prospecting/protos';
import { failValidation, requireUuid } from '../request-fields.js';
import { infoTypesOf, subjectOfKind, SUBJECTS, type InfoType, type WantedSubject } from '../subjects.js';

/** As many as a request of the API has items. */
const MAX_SUBJECTS = 25;
const OPERATION_ID = /^[0-9a-f]{64}$/;

/** What an account wants revealed. */
export interface Order {
  readonly accountId: string;
  readonly priceGroup: string;
  readonly subjects: readonly WantedSubject[];
}

/** An order to carry out. */
export interface SpendOrder extends Order {
  /** SHA-256 of what identifies the request. */
  readonly operationId: Buffer;
  readonly maxMillicredits: number;
  /** The key that asks. Undefined: a gateway of before asks. */
  readonly keyId?: string | undefined;
}

/** Throws validation_failed. */
export function parseOrder({ accountId, priceGroup, subjects }: reveal.QuoteRequest): Order {
  if (subjects.length > MAX_SUBJECTS) failValidation('subjects', `must be at most ${MAX_SUBJECTS}`);
  return {
    accountId: requireUuid('accountId', accountId),
    priceGroup,
    subjects: subjects.map(parseSubject),
  };
}

/** Throws validation_failed. */
export function parseSpendOrder(request: reveal.RevealRequest): SpendOrder {
  const { operationId, maxMillicredits } = request;
  if (!OPERATION_ID.test(operationId)) failValidation('operationId', 'must be 64 hexadecimal digits');
  if (!Number.isSafeInteger(maxMillicredits) || maxMillicredits < 0)
    failValidation('maxMillicredits', 'must be 0 or more');
  // An absent field is null over gRPC and undefined in one process.
  const keyId = request.keyId ?? undefined;
  return {
    ...parseOrder(request),
    operationId: Buffer.from(operationId, 'hex'),
    maxMillicredits,
    keyId: keyId === undefined ? undefined : requireUuid('keyId', keyId),
  };
}

function parseSubject(subject: reveal.SpendSubject, index: number): WantedSubject {
  const field = `subjects[${index}]`;
  const kind = subjectOfKind(subject.kind) ?? failValidation(field, `kind must be one of ${SUBJECTS.join(', ')}`);
  const known: readonly string[] = infoTypesOf(kind);
  const isKnown = (infoType: string): infoType is InfoType => known.includes(infoType);
  if (!subject.infoTypes.every(isKnown)) failValidation(field, `infoTypes must be of ${known.join(', ')}`);
  return {
    kind,
    subjectId: parseUuid(subject.subjectId) ?? failValidation(field, 'subjectId must be a UUID'),
    infoTypes: [...new Set(subject.infoTypes.filter(isKnown))],
    shownIdentifiers: subject.shownIdentifiers,
  };
}
