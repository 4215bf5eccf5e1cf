import type { DomainError, ErrorCode } from '@prospecting/platform/errors';

/** What is certain of the money when a request to the API fails. */
export type MoneyAfterFailure =
  /** It could not move. */
  | 'untouched'
  /** This try moved none; an earlier one of the same request may have. */
  | 'untouched by this try'
  /** It may have moved: only the same request again tells. */
  | 'open';

const NOTHING_CHARGED = 'Nothing was revealed or charged.';
const ONCE_AT_MOST = 'Retry with the same Idempotency-Key: it is charged once at most.';

/** Refusals of a whole operation: after one, no try of it can still be charged. */
const FINAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['insufficient_credits', 'credit_cap_exceeded']);

/**
 * What happened, where it is not known: it may have been more than that something did not answer.
 */
const OPEN_DETAILS: Partial<Record<ErrorCode, string>> = {
  service_unavailable: `A part of the service did not answer in time. ${ONCE_AT_MOST}`,
  internal_error: `Something went wrong on our side. ${ONCE_AT_MOST}`,
};

/**
 * The detail of a problem: what went wrong, and of the money what is certain. The only place that
 * promises any of it.
 */
export function detailOf({ code, detail, kind }: DomainError, money: MoneyAfterFailure | undefined): string {
  if (money === undefined) return detail;
  if (FINAL.has(code)) return `${asSentence(detail)} ${NOTHING_CHARGED}`;
  if (kind.httpStatus < 500) return detail;
  switch (money) {
    case 'untouched':
      return `${asSentence(detail)} ${NOTHING_CHARGED}`;
    case 'untouched by this try':
      return `${asSentence(detail)} Nothing was revealed or charged by this try.`;
    case 'open':
      return OPEN_DETAILS[code] ?? detail;
  }
}

function asSentence(detail: string): string {
  return /[.!?]$/.test(detail) ? detail : `${detail}.`;
}
