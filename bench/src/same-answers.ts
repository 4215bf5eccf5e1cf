import type { Answer } from './exchange.js';
import type { HttpBatches } from './http-batches.js';

/** Differ between any two answers, or with every request that is counted. */
const CHANGING_HEADERS: ReadonlySet<string> = new Set(['date', 'ratelimit']);

/**
 * Compares the checked answers of two variants byte for byte, with their headers. Links contain the
 * origin that answers, so that is one text for both. Throws Error on the first difference.
 */
export function requireSameAnswers(one: HttpBatches, other: HttpBatches): void {
  const answers = other.answers();
  for (const [index, answer] of one.answers().entries()) {
    const [a, b] = [comparable(answer, one.origin), comparable(answers[index], other.origin)];
    if (a !== b) throw new Error(`request ${index}: ${one.variant} answers ${a}, but ${other.variant} ${b}`);
  }
}

/** Returns the text of an answer that must be the same for two variants. */
export function comparable(answer: Answer | undefined, origin: string): string {
  if (answer === undefined) return 'nothing';
  const headers = Object.entries(answer.headers).filter(([name]) => !CHANGING_HEADERS.has(name.toLowerCase()));
  const body = answer.body.toString('utf8').replaceAll(origin, '{origin}');
  // Its length follows from the body, and the origin's port may have fewer digits.
  const lines = headers.filter(([name]) => name.toLowerCase() !== 'content-length').map((header) => header.join(': '));
  return [...lines.toSorted(), body].join('\n');
}
