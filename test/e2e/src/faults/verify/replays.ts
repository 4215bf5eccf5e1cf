import { outcomeOf } from '../money/answers.js';
import { ask } from '../money/exchange.js';
import { nameOf } from '../money/orders.js';
import { retryUnanswered, type Verification } from './verification.js';

const REPLAYS = 150;

/**
 * Checks that a repeated key gets the same answer byte for byte when its response is stored. When
 * the stored response was lost or could not be written, the outcome and the revealed values must be
 * the same.
 */
export async function verifyReplays({ baseUrl, answered, isLost, random }: Verification): Promise<string[]> {
  const successes = answered.filter(({ answer }) => answer.status === 200);
  const problems: string[] = [];
  for (const { operation, answer } of random.sample(successes, REPLAYS)) {
    const { order } = operation;
    const { customer, path, body, idempotencyKey } = order;
    const again = await retryUnanswered(() => ask(baseUrl, customer.key, path, body, { idempotencyKey }));
    const isSame =
      again?.isReplay === true && !isLost(order)
        ? again.text === answer.text
        : again?.status === 200 && outcomeOf(order, again) === outcomeOf(order, answer);
    if (!isSame) problems.push(`${nameOf(order)}: first ${answer.text}, then ${again?.text ?? 'no answer'}`);
  }
  return problems;
}
