import { randomUUID } from 'node:crypto';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { type Answer, type Customer, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordhold.example', phone: '+46701740610' });
const bertil = contact(acme, { name: 'Bertil Exempel', email: 'bertil@nordhold.example', phone: '+46701740611' });
/** The price of one contact's e-mail address and phone number. */
const PRICE = 1.2;

const reveal = (customer: Customer, contactId: string, key: string = randomUUID()): Promise<Answer> =>
  customer.post(
    PATHS.reveal,
    { items: [{ contactId }], infoTypes: ['email', 'phone'], maxCredits: PRICE },
    { 'idempotency-key': key },
  );

overEveryInstallation(
  'Credits are held no longer than needed',
  { organizations: [acme], contacts: [astrid, bertil] },
  (api) => {
    let pool: Pool;
    before(() => {
      pool = createPool({
        connectionString: api.databases.credits,
        applicationName: 'e2e-locks',
        maxConnections: 1,
        statementTimeoutMs: 20_000,
      });
    });
    after(() => pool.end());

    /**
     * Runs `work` while another transaction locks the account's balance. Keeps the lock until the
     * release of what `work` reserved waits for it too, for at most 0.7 of the 2 s that a release
     * may take.
     */
    async function whileLocked<Result>({ accountId }: Customer, work: () => Promise<Result>): Promise<Result> {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query('select 1 from credits.balances where account_id = $1 for no key update', [accountId]);
        const result = await work();
        await eventually(
          () =>
            client.query(
              `select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query not like 'with known as%'`,
            ),
          ({ rowCount }) => rowCount !== 0,
          { timeoutMs: 700 },
        );
        return result;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }

    it('[D money.2] frees the credits of a reserve that timed out within 2 s after the balance is unlocked', async () => {
      const customer = await api.customer({ credits: { included: PRICE } });
      const first = await whileLocked(customer, () => reveal(customer, astrid.id));
      problemOf(first, 503, 'service_unavailable');
      const second = await eventually(
        () => reveal(customer, bertil.id),
        ({ status }) => status !== 402,
        { timeoutMs: 2_000 },
      );
      expect(second.status).to.equal(200);
    });

    it('[D money.1] [D money.2] a retry of the same request can spend the credits that its first try reserved', async () => {
      const customer = await api.customer({ credits: { included: PRICE } });
      const key = randomUUID();
      problemOf(await whileLocked(customer, () => reveal(customer, astrid.id, key)), 503, 'service_unavailable');
      const again = await eventually(
        () => reveal(customer, astrid.id, key),
        ({ status }) => status !== 409,
        { timeoutMs: 2_000 },
      );
      expect(again.status).to.equal(200);
      expect((again.json as { creditsCharged: number }).creditsCharged).to.equal(PRICE);
    });
  },
  'tables',
);
