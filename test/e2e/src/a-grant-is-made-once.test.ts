import { createPool, type Pool } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  overEveryInstallation,
  PATHS,
  problemOf,
  startServicesApart,
  type Answer,
  type Customer,
  type Installation,
  type ServiceLines,
} from './support/index.js';

interface Entry {
  readonly kind: string;
  readonly purchased: number;
  readonly reference: string | null;
}

overEveryInstallation(
  'A grant is made once',
  {},
  (api) => {
    let installation: Installation;
    let lines: ServiceLines;
    let credits: Pool;
    let customer: Customer;

    before(async () => {
      credits = createPool({
        connectionString: api.databases.credits,
        applicationName: 'test-that-holds-balances',
        maxConnections: 2,
      });
      installation = await api.alongside({
        async start(options) {
          const apart = await startServicesApart(options);
          lines = apart.lines;
          return apart.stack;
        },
      });
    });
    after(() => credits?.end());
    beforeEach(async () => {
      customer = await api.customer({ credits: { included: 1 } });
    });

    const grant = (body: object, at = installation): Promise<Answer> =>
      at.admin.ask('POST', `/accounts/${customer.accountId}/credits/grants`, body);
    const grants = async (): Promise<Entry[]> => {
      const entries = await api.admin.get<Entry[]>(`/accounts/${customer.accountId}/credits/ledger`);
      return entries.filter(({ kind }) => kind === 'grant');
    };

    /**
     * Sends a grant that waits for a lock on the balance, cuts the connection to credits-service
     * while it waits, and then lets it finish.
     */
    async function loseReply(body: object): Promise<Answer> {
      const holder = await credits.connect();
      try {
        await holder.query('begin');
        await holder.query('select 1 from credits.balances where account_id = $1 for no key update', [
          customer.accountId,
        ]);
        const answer = grant(body);
        const waiting = await eventually(
          async () => {
            const { rows } = await credits.query<{ waiting: boolean }>(
              `select exists (
              select from pg_catalog.pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%credits.balances%'
            ) as waiting`,
            );
            return rows[0]?.waiting ?? false;
          },
          (isWaiting) => isWaiting,
        );
        expect(waiting, 'the grant waits').to.equal(true);
        await lines.credits.cut();
        return await answer;
      } finally {
        await holder.query('rollback');
        holder.release();
        await lines.credits.restore();
      }
    }

    it('answers 503 without claiming that nothing happened when the outcome is unknown, and a retry does not grant twice [D money.4]', async () => {
      const body = { purchased: 12.5, reference: 'invoice 7' };
      const problem = problemOf(await loseReply(body), 503, 'service_unavailable');
      expect(problem.detail)
        .to.match(/not known/)
        .and.include('invoice 7')
        .and.not.match(/nothing was/i);
      // The grant whose outcome was reported as unknown was in fact made.
      expect(await eventually(grants, (made) => made.length > 0)).to.have.length(1);
      // Each connection reconnects after its own back-off.
      const again = await eventually(
        () => grant(body),
        ({ status }) => status === 200,
      );
      expect(again.json).to.deep.include({ purchased: 12.5 });
      expect(await grants()).to.have.length(1);
      expect((await customer.send(PATHS.credits)).json).to.deep.include({ total: 13.5 });
    });

    it('rejects a reference that already belongs to a grant of another amount [D money.4]', async () => {
      expect((await grant({ purchased: 1, reference: 'invoice 8' }, api)).status).to.equal(200);
      const refused = await grant({ purchased: 2, reference: 'invoice 8' }, api);
      expect(Object.keys(problemOf(refused, 422, 'validation_failed').errors ?? {})).to.deep.equal(['reference']);
      expect(await grants()).to.have.length(1);
    });

    it('rejects a grant without a reference [D money.4]', async () => {
      const refused = await grant({ purchased: 1 }, api);
      expect(Object.keys(problemOf(refused, 422, 'validation_failed').errors ?? {})).to.deep.equal(['reference']);
      expect(await grants()).to.have.length(0);
    });
  },
  'neighbor',
);
