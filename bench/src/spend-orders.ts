import type { Customer } from './customers.js';

/** The default price of a contact's e-mail address, which the benchmark's accounts pay. */
export const EMAIL_MILLICREDITS = 200;

/** Returns the price of this many new addresses, in credits. */
export function creditsOf(contacts: number): number {
  return (contacts * EMAIL_MILLICREDITS) / 1_000;
}

/** A contact with an address, as a reveal must show it. */
export interface KnownContact {
  readonly id: string;
  readonly email: string;
}

/** One request: an account reveals the addresses of contacts that are new to it. */
export interface SpendOrder {
  readonly customer: Customer;
  readonly contacts: readonly KnownContact[];
}

/** Draws the next order. Throws when every order has been drawn. */
export type DrawOrder = () => SpendOrder;

/** The source of the orders of one kind of load. */
export interface Orders {
  /** Starts one measurement. */
  begin(): DrawOrder;
}

/** Creates orders of one account per measurement, so that every contact is new to the account. */
export function ordersOfOneAccount(
  customers: Iterator<Customer, undefined>,
  contacts: readonly KnownContact[],
  size: number,
): Orders {
  const blocks = Math.floor(contacts.length / size);
  return {
    begin() {
      const { value: customer } = customers.next();
      if (customer === undefined) throw new Error('there are fewer accounts than measurements');
      let next = 0;
      return () => {
        if (next >= blocks)
          throw new Error(`one account has revealed all ${contacts.length} contacts: load more organizations`);
        next += 1;
        return { customer, contacts: blockOf(contacts, size, next - 1) };
      };
    },
  };
}

/**
 * Creates orders of all accounts in turn, across all measurements. An account gets each block of
 * contacts once.
 */
export function ordersOfAllAccounts(
  customers: readonly Customer[],
  contacts: readonly KnownContact[],
  size: number,
): Orders {
  const blocks = Math.floor(contacts.length / size);
  let next = 0;
  return {
    begin: () => () => {
      const [account, round] = [next % customers.length, Math.floor(next / customers.length)];
      if (round >= blocks)
        throw new Error(`every account has revealed all ${contacts.length} contacts: load more organizations`);
      next += 1;
      // Different accounts request different contacts concurrently, as customers do.
      const block = (account + round) % blocks;
      return { customer: customers[account] as Customer, contacts: blockOf(contacts, size, block) };
    },
  };
}

function blockOf(contacts: readonly KnownContact[], size: number, block: number): readonly KnownContact[] {
  return contacts.slice(block * size, (block + 1) * size);
}
