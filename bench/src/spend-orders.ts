import type { Customer } from './customers.js';

/** A contact with an address, as a reveal must show it. */
export interface KnownContact {
  readonly id: string;
  readonly email: string;
}

/** One request: an account unmasks the addresses of contacts that it has not unmasked before. */
export interface SpendOrder {
  readonly customer: Customer;
  readonly contacts: readonly KnownContact[];
}

/** Hands out orders; throws when there are no more that nobody has had. */
export type DrawOrder = () => SpendOrder;

/** Where the orders of one kind of load come from. */
export interface Orders {
  /** For one measurement. */
  begin(): DrawOrder;
}

/** Orders of one account each: every measurement has an account of its own, so that every contact is new to it. */
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
        if (next >= blocks) throw new Error(`one account has unmasked all ${contacts.length} contacts: load more`);
        next += 1;
        return { customer, contacts: blockOf(contacts, size, next - 1) };
      };
    },
  };
}

/** Orders of all accounts in turn, through all measurements: an account comes to a block of contacts once. */
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
      if (round >= blocks) throw new Error(`every account has unmasked all ${contacts.length} contacts: load more`);
      next += 1;
      // Different accounts at once want different contacts, as customers do.
      const block = (account + round) % blocks;
      return { customer: customers[account] as Customer, contacts: blockOf(contacts, size, block) };
    },
  };
}

function blockOf(contacts: readonly KnownContact[], size: number, block: number): readonly KnownContact[] {
  return contacts.slice(block * size, (block + 1) * size);
}
