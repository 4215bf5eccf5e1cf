import { parseUuid } from '@prospecting/directory/identifiers';
import { validationFailed } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import type { WantedSubject } from '../pricing/plan.js';
import { INFO_TYPES, type InfoType, type Subject } from '../pricing/prices.js';

/** As many as a request of the API has items. */
const MAX_SUBJECTS = 25;
const OPERATION_ID = /^[0-9a-f]{64}$/;

/** What an account wants unmasked. */
export interface Order {
  readonly accountId: string;
  readonly priceGroup: string;
  readonly subjects: readonly WantedSubject[];
}

/** An order that is to be carried out. */
export interface SpendOrder extends Order {
  /** SHA-256 of what names the request. */
  readonly operationId: Buffer;
  readonly maxMillicredits: number;
}

/** Throws validation_failed. */
export function parseOrder({ accountId, priceGroup, subjects }: reveal.QuoteRequest): Order {
  if (subjects.length > MAX_SUBJECTS) refuse('subjects', `must be at most ${MAX_SUBJECTS}`);
  return {
    accountId: parseUuid(accountId) ?? refuse('accountId', 'must be a UUID'),
    priceGroup,
    subjects: subjects.map(parseSubject),
  };
}

/** Throws validation_failed. */
export function parseSpendOrder(request: reveal.RevealRequest): SpendOrder {
  const { operationId, maxMillicredits } = request;
  if (!OPERATION_ID.test(operationId)) refuse('operationId', 'must be 64 hexadecimal digits');
  if (!Number.isSafeInteger(maxMillicredits) || maxMillicredits < 0) refuse('maxMillicredits', 'must be 0 or more');
  return { ...parseOrder(request), operationId: Buffer.from(operationId, 'hex'), maxMillicredits };
}

const SUBJECTS: Readonly<Record<reveal.SubjectKind, Subject | undefined>> = {
  SUBJECT_KIND_UNSPECIFIED: undefined,
  SUBJECT_KIND_CONTACT: 'contact',
  SUBJECT_KIND_SWITCHBOARD: 'switchboard',
  SUBJECT_KIND_ORGANIZATION: 'organization',
};

function parseSubject(subject: reveal.SpendSubject, index: number): WantedSubject {
  const field = `subjects[${index}]`;
  const kind = SUBJECTS[subject.kind] ?? refuse(field, 'kind must be contact, switchboard or organization');
  const known: readonly string[] = INFO_TYPES[kind];
  const isKnown = (infoType: string): infoType is InfoType => known.includes(infoType);
  if (!subject.infoTypes.every(isKnown)) refuse(field, `infoTypes must be of ${known.join(', ')}`);
  return {
    kind,
    subjectId: parseUuid(subject.subjectId) ?? refuse(field, 'subjectId must be a UUID'),
    infoTypes: [...new Set(subject.infoTypes.filter(isKnown))],
    shownIdentifiers: subject.shownIdentifiers,
  };
}

function refuse(field: string, problem: string): never {
  throw validationFailed({ [field]: [problem] });
}
