import { randomUUID } from 'node:crypto';
import { mapBounded } from '@prospecting/platform/batching';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  batchOf,
  type Customer,
  type Installation,
  keyed,
  overEveryInstallation,
  PATHS,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordrevision.example', phone: '+46701740010' });
/** An account that spends while the audit reads. */
const people = Array.from({ length: 30 }, (_, n) =>
  contact(acme, {
    name: `Cecilia Exempel${n}`,
    email: `cecilia.${n}@nordrevision.example`,
    phone: `+467017401${10 + n}`,
  }),
);
const bengt = contact(acme, { name: 'Bengt Exempel', email: 'bengt@nordrevision.example', phone: '+46701740011' });

/**
 * One wrong fact, and the names of the problems that the audit must report for it, in any order.
 */
interface Mutation {
  readonly wrong: string;
  /** $1 is the account, $2 an id that no row has. */
  readonly tamper: string;
  readonly problems: readonly string[];
}

const ofTable = (table: string, ...mutations: [wrong: string, tamper: string, ...problems: string[]][]): Mutation[] =>
  mutations.map(([wrong, tamper, ...problems]) => ({ wrong: `${table}: ${wrong}`, tamper, problems }));

const where = 'where account_id = $1 and $2::uuid is not null';
const set = (table: string, change: string, which = ''): string => `update ${table} set ${change} ${where} ${which}`;
const remove = (table: string, which = ''): string => `delete from ${table} ${where} ${which}`;

const balances = 'credits.balances';
const entries = 'credits.entries';
const reservations = 'credits.reservations';
const attempts = 'reveal.attempts';
const reveals = 'reveal.reveals';
const operations = 'reveal.operations';
const ofKind = (kind: string): string => `and kind = '${kind}'`;
const email = "and info_type = 'email'";

/**
 * Each account here has 1 included and 5 purchased credits, and has spent 1.2 on an address and a
 * phone number in one operation.
 */
const MUTATIONS: readonly Mutation[] = [
  ...ofTable(
    balances,
    ['included', set(balances, 'included_millicredits = included_millicredits + 1'), 'included_differs'],
    ['purchased', set(balances, 'purchased_millicredits = purchased_millicredits - 1'), 'purchased_differs'],
    ['removed', remove(balances), 'purchased_differs'],
  ),
  ...ofTable(
    entries,
    [
      'included of a subscription',
      set(entries, 'included_millicredits = included_millicredits + 1', ofKind('subscribe')),
      'included_differs',
    ],
    [
      'purchased of a grant',
      set(entries, 'purchased_millicredits = purchased_millicredits + 1', ofKind('grant')),
      'purchased_differs',
    ],
    ['a grant removed', remove(entries, ofKind('grant')), 'purchased_differs'],
    [
      'included of a reserve',
      set(entries, 'included_millicredits = included_millicredits + 1', ofKind('reserve')),
      'included_differs',
      'reserve_entry_included_differs',
    ],
    [
      'purchased of a reserve',
      set(entries, 'purchased_millicredits = purchased_millicredits + 1', ofKind('reserve')),
      'purchased_differs',
      'reserve_entry_purchased_differs',
    ],
    [
      'included of a capture',
      set(entries, 'included_millicredits = included_millicredits + 1', ofKind('capture')),
      'included_differs',
      'resolve_entry_included_differs',
    ],
    [
      'purchased of a capture',
      set(entries, 'purchased_millicredits = purchased_millicredits + 1', ofKind('capture')),
      'purchased_differs',
      'resolve_entry_purchased_differs',
    ],
    [
      'a reserve and a capture that make up for each other',
      set(
        entries,
        "purchased_millicredits = purchased_millicredits + case kind when 'reserve' then -1 else 1 end",
        "and kind in ('reserve', 'capture')",
      ),
      'reserve_entry_purchased_differs',
      'resolve_entry_purchased_differs',
    ],
    ['kind of a capture', set(entries, "kind = 'release'", ofKind('capture')), 'resolve_entry_kind_differs'],
    [
      'reservation of a capture',
      `update ${entries} set reservation_id = $2 where account_id = $1 and kind = 'capture'`,
      'resolve_entry_missing',
      'entry_without_reservation',
    ],
    ['a capture removed', remove(entries, ofKind('capture')), 'resolve_entry_missing'],
    [
      'a reserve removed',
      remove(entries, ofKind('reserve')),
      'included_differs',
      'purchased_differs',
      'reserve_entry_missing',
    ],
  ),
  ...ofTable(
    reservations,
    [
      'included',
      set(reservations, 'included_millicredits = included_millicredits + 1'),
      'reserve_entry_included_differs',
    ],
    [
      'purchased',
      set(reservations, 'purchased_millicredits = purchased_millicredits + 1'),
      'reserve_entry_purchased_differs',
    ],
    [
      'returned included',
      set(reservations, 'returned_included_millicredits = returned_included_millicredits + 1'),
      'resolve_entry_included_differs',
      'returned_too_much',
    ],
    [
      'returned purchased',
      set(reservations, 'returned_purchased_millicredits = returned_purchased_millicredits + 1'),
      'resolve_entry_purchased_differs',
      'returned_too_much',
    ],
    ['captured', set(reservations, 'captured_millicredits = captured_millicredits - 1'), 'captured_other_amount'],
    [
      'captured taken for released',
      set(reservations, "state = 'released', captured_millicredits = 0"),
      'reveal_without_capture',
      'resolve_entry_kind_differs',
    ],
    [
      'captured taken for pending',
      set(
        reservations,
        `state = 'pending', captured_millicredits = 0, resolved_at = null, returned_included_millicredits = null,
          returned_purchased_millicredits = null, reserved_at = reserved_at - interval '1 h'`,
      ),
      'pending_too_long',
      'resolve_entry_unexpected',
    ],
    [
      'removed',
      remove(reservations),
      'reveal_without_capture',
      'entry_without_reservation',
      'entry_without_reservation',
    ],
    [
      'one too many',
      `insert into ${reservations} select account_id, $2, state, included_millicredits, purchased_millicredits,
        captured_millicredits, renews_at, reserved_at, resolved_at from ${reservations} where account_id = $1`,
      'captured_without_reveal',
      'reserve_entry_missing',
      'resolve_entry_missing',
    ],
  ),
  ...ofTable(
    attempts,
    ['cost', set(attempts, 'millicredits = millicredits + 1'), 'attempt_total_differs', 'operation_other_amount'],
    [
      'price of a reveal',
      set(attempts, "reveals = jsonb_set(reveals, '{0,3}', to_jsonb((reveals -> 0 ->> 3)::bigint + 1))"),
      'captured_other_amount',
      'attempt_total_differs',
      'reveals_missing',
      'reveal_other_price',
    ],
    [
      'subject of a reveal',
      set(attempts, "reveals = jsonb_set(reveals, '{0,1}', to_jsonb($2::text))"),
      'reveals_missing',
      'reveal_without_attempt',
      'operation_other_amount',
    ],
    [
      'a reveal removed',
      set(attempts, 'reveals = reveals - 0'),
      'captured_other_amount',
      'attempt_total_differs',
      'reveal_without_attempt',
      'operation_other_amount',
    ],
    [
      'aborted',
      set(attempts, "state = 'aborted', millicredits = 0, reveals = '[]'"),
      'captured_without_reveal',
      'reveal_without_attempt',
      'reveal_without_attempt',
      'operation_without_attempt',
    ],
    [
      'time',
      set(attempts, "at = at + interval '1 s'"),
      'reveal_time_differs',
      'reveal_time_differs',
      'operation_time_differs',
    ],
    [
      'removed',
      remove(attempts),
      'captured_without_reveal',
      'reveal_without_attempt',
      'reveal_without_attempt',
      'operation_without_attempt',
    ],
  ),
  ...ofTable(
    reveals,
    ['price', set(reveals, 'millicredits = millicredits + 1', email), 'reveals_missing', 'reveal_other_price'],
    ['attempt', set(reveals, 'attempt_id = $2', email), 'reveals_missing', 'reveal_without_attempt'],
    ['subject', set(reveals, 'subject_id = $2', email), 'reveals_missing', 'reveal_without_attempt'],
    [
      'kind of subject',
      set(reveals, "subject_kind = 'switchboard'", "and info_type = 'phone'"),
      'reveals_missing',
      'reveal_without_attempt',
    ],
    [
      'time',
      set(reveals, "revealed_at = revealed_at + interval '1 s'", email),
      'reveal_time_differs',
      'reveal_expiry_differs',
    ],
    ['expiry', set(reveals, "expires_at = expires_at + interval '1 day'", email), 'reveal_expiry_differs'],
    ['removed', remove(reveals, email), 'reveals_missing'],
    [
      'one that nobody paid for',
      `insert into ${reveals} select account_id, subject_kind, $2, info_type, revealed_at, expires_at, 0, attempt_id, value_hash
        from ${reveals} where account_id = $1 ${email}`,
      'reveal_without_attempt',
    ],
    [
      'one of an account that has no balance',
      `insert into ${reveals} select account_id, subject_kind, $2, info_type, revealed_at, expires_at, 0, attempt_id, value_hash
        from ${reveals} where account_id = $1 ${email}`,
      'reveal_without_attempt',
    ],
  ),
  ...ofTable(
    operations,
    ['attempt', set(operations, 'attempt_id = $2'), 'operation_without_attempt'],
    ['time', set(operations, "at = at - interval '1 s'"), 'operation_time_differs'],
    [
      'planned price',
      set(operations, "planned = jsonb_set(planned, '{0,infoTypes,0,millicredits}', '1')"),
      'operation_other_amount',
    ],
  ),
];

/** Drops the constraint too: detecting the change must not depend on it. */
const WITHOUT_RULE = `alter table ${reservations} drop constraint if exists reservations_returned_check`;

interface Difference {
  readonly accountId: string;
  readonly problem: string;
  readonly reservationId: string | null;
}

async function auditLines(api: Installation): Promise<object[]> {
  const { text } = await api.admin.ask('GET', '/credits/audit?graceSeconds=600');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object);
}

async function differences(api: Installation): Promise<Difference[]> {
  const lines = await auditLines(api);
  expect(lines.at(-1), 'the last line').to.have.property('done');
  return lines.flatMap((line) => ('difference' in line ? [line.difference as Difference] : []));
}

/** Counts the reservations of these accounts that are not resolved yet. */
async function pendingOf(api: Installation, accounts: ReadonlySet<string>): Promise<number> {
  const pending = (await auditLines(api)).flatMap((line) =>
    'pending' in line ? [line.pending as { readonly accountId: string }] : [],
  );
  return pending.filter(({ accountId }) => accounts.has(accountId)).length;
}

overEveryInstallation(
  'The audit compares every fact',
  { organizations: [acme], contacts: [astrid, bengt, ...people] },
  (api) => {
    const customers = new Map<Mutation, Customer>();
    let untouched: Customer;
    let found: Difference[];

    const spend = async (customer: Customer, { id }: { readonly id: string }): Promise<void> => {
      const body = { items: [{ contactId: id }], infoTypes: ['email', 'phone'], maxCredits: 10 };
      batchOf(await customer.post(PATHS.reveal, body, keyed()));
    };
    const newCustomer = async (): Promise<Customer> => {
      const customer = await api.customer({ credits: { included: 1, purchased: 5 } });
      await spend(customer, astrid);
      return customer;
    };

    before(async function () {
      this.timeout(120_000);
      await mapBounded(MUTATIONS, 4, async (mutation) => customers.set(mutation, await newCustomer()));
      untouched = await newCustomer();
      await spend(untouched, bengt);
      const accounts = new Set([...customers.values(), untouched].map(({ accountId }) => accountId));
      await eventually(
        () => pendingOf(api, accounts),
        (count) => count === 0,
      );
      expect((await differences(api)).filter(({ accountId }) => accounts.has(accountId))).to.deep.equal([]);
      await api.tamper(WITHOUT_RULE, []);
      for (const [mutation, { accountId }] of customers) await api.tamper(mutation.tamper, [accountId, randomUUID()]);
      found = await differences(api);
    });

    for (const mutation of MUTATIONS) {
      it(`reports tampering: ${mutation.wrong} [D money.7]`, () => {
        const { accountId } = customers.get(mutation) as Customer;
        const own = found.filter((difference) => difference.accountId === accountId);
        expect(own.map(({ problem }) => problem)).to.have.members(mutation.problems);
        // Every problem other than a balance names the spend that it belongs to.
        const unnamed = own.filter(({ reservationId }) => reservationId === null);
        expect(unnamed.filter(({ problem }) => !/^(included|purchased)_differs$/.test(problem))).to.deep.equal([]);
      });
    }

    it('reports nothing that is merely under way [D money.7]', async () => {
      const spender = await api.customer({ credits: { included: 1, purchased: 100 } });
      let isSpending = true;
      const spending = mapBounded(people, 2, (person) => spend(spender, person)).finally(() => (isSpending = false));
      const seen: Difference[] = [];
      while (isSpending) seen.push(...(await differences(api)));
      await spending;
      expect(seen.filter(({ accountId }) => accountId === spender.accountId)).to.deep.equal([]);
    });

    it('reports nothing about an untouched account [D money.7]', () => {
      expect(found.filter(({ accountId }) => accountId === untouched.accountId)).to.deep.equal([]);
    });
  },
  'tables',
);
