import { createClient, createServer, type GrpcServer } from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import { creditsLedger, creditsReader } from '@prospecting/protos';
import { expect } from 'chai';
import { buildApplication } from './server.js';
import { call, createCreditsDatabase, refusal, testAccount, type CreditsDatabase } from './testing/credits-database.js';

const accountId = testAccount(1);
const MAX_MILLICREDITS = Number.MAX_SAFE_INTEGER;

describe('credits-service over gRPC', () => {
  let database: CreditsDatabase;
  let server: GrpcServer;
  let target: string;

  before(async () => {
    database = await createCreditsDatabase();
    server = createServer({
      services: buildApplication(database).services,
      logger: createLogger({ service: 'credits-test', level: 'silent' }),
    });
    target = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
  });
  after(async () => {
    await server.drain(1_000);
    await database.close();
  });

  it('[D requests.7] carries amounts of 64 bits and the ledger as the objects have them in their own process', async () => {
    const ledger = createClient(creditsLedger, { target });
    const reader = createClient(creditsReader, { target });
    try {
      await ledger.service.subscribe({ accountId, includedMillicredits: 200 }, call());
      const granted = await ledger.service.grant(
        { accountId, purchasedMillicredits: MAX_MILLICREDITS - 200, reference: 'invoice 1' },
        call(),
      );
      expect(granted.purchasedMillicredits).to.equal(MAX_MILLICREDITS - 200);

      const balances = { accountIds: [accountId, testAccount(2)] };
      const overGrpc = await reader.service.getBalances(balances, call());
      expect(overGrpc.balances[0]).to.deep.equal(granted);
      expect(overGrpc.balances[1]).to.deep.equal({
        accountId: testAccount(2),
        includedMillicredits: 0,
        purchasedMillicredits: 0,
      });
      expect(overGrpc).to.deep.equal(await database.reader.getBalances(balances, call()));

      const page = { accountId, afterEntryId: 0, limit: 10 };
      const entries = await reader.service.listEntries(page, call());
      expect(entries.entries.map((entry) => entry.kind)).to.deep.equal(['subscribe', 'grant']);
      expect(entries).to.deep.equal(await database.reader.listEntries(page, call()));
    } finally {
      ledger.close();
      reader.close();
    }
  });

  it('refuses by the same code and fields as in its own process', async () => {
    const client = createClient(creditsLedger, { target });
    try {
      const request = { accountId: testAccount(3), purchasedMillicredits: 1000 };
      const overGrpc = await refusal(client.service.grant(request, call()));
      expect(overGrpc).to.deep.equal([
        'validation_failed',
        { purchased: ['the account has no credit subscription; subscribe first'] },
      ]);
      expect(overGrpc).to.deep.equal(await refusal(database.ledger.grant(request, call())));
    } finally {
      client.close();
    }
  });

  it('is ready while its database answers', async () => {
    expect(await buildApplication(database).checks['database']?.()).to.equal(true);
  });
});
