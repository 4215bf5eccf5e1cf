import { outcomeOf } from '../money/answers.js';
import { ask } from '../money/exchange.js';
import { nameOf } from '../money/orders.js';
import { insist, type Verification } from './verification.js';

const REPLAYS = 150;

/**
 * The same key again: the same answer byte for byte where its response is stored; where it was lost, or could not be stored, the same outcome, with the
 * same values in clear.
 */
export async function verifyReplays({ baseUrl, answered, isLost, random }: Verification): Promise<string[]> {
  const successes = answered.filter(({ answer }) => answer.status === 200);
  const wrongs: string[] = [];
  for (const { operation, answer } of random.some(successes, REPLAYS)) {
    const { order } = operation;
    const { customer, path, body, idempotencyKey } = order;
    const again = await insist(() => ask(baseUrl, customer.key, path, body, { idempotencyKey }));
    const isSame =
      again?.isReplay === true && !isLost(order)
        ? again.text === answer.text
        : again?.status === 200 && outcomeOf(order, again) === outcomeOf(order, answer);
    if (!isSame) wrongs.push(`${nameOf(order)}: first ${answer.text}, then ${again?.text ?? 'nothing'}`);
  }
  return wrongs;
}
