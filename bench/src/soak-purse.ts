/** What one account has, as its customer can tell from the answers. In thousandths of a credit. */
export interface Purse {
  /** Notes that a request which costs this much is sent. */
  send(cost: number): void;
  /** Notes that it was answered. */
  paid(cost: number): void;
  /** Returns the most that the account can have now. */
  highest(): number;
  /** Returns the least that the account can have now. */
  lowest(): number;
}

/** Several requests of an account are under way at once, so its balance has two bounds. */
export function createPurse(initial: number): Purse {
  let sent = 0;
  let answered = 0;
  return {
    send: (cost) => void (sent += cost),
    paid: (cost) => void (answered += cost),
    highest: () => initial - answered,
    lowest: () => initial - sent,
  };
}
