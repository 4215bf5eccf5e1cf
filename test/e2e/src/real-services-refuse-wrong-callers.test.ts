import { randomBytes } from 'node:crypto';
import { connect, type ClientHttp2Session, type SecureClientSessionOptions } from 'node:http2';
import { service as adminService } from '@prospecting/admin-service';
import { service as creditsService } from '@prospecting/credits-service';
import { databaseUrls, schemas, serviceEnvironments, type Environment } from '@prospecting/embedded';
import { BASE_PATH, service as gateway } from '@prospecting/gateway';
import type { ServiceModule, Serving, ServingConfig } from '@prospecting/platform/serving';
import type { Registry } from '@prospecting/platform/telemetry';
import {
  createTestAuthority,
  createTestDatabase,
  createTlsVolume,
  startTestService,
  type TestAuthority,
} from '@prospecting/platform/testing';
import * as protos from '@prospecting/protos';
import { CALLERS, type ServiceName } from '@prospecting/protos';
import { service as revealService } from '@prospecting/reveal-service';
import { service as searchService } from '@prospecting/search-service';
import { expect } from 'chai';
import { describeNeeds, recordsOf } from './support/index.js';
import { importTargetOf } from './support/ours.js';
import { seed, SOLE_TRADER_KEY } from './support/seed.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordgrind.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordgrind.example' });

const SERVICE_NAMES: readonly ServiceName[] = [
  'search-service',
  'credits-service',
  'reveal-service',
  'gateway',
  'admin-service',
];

/**
 * What became of a call. `refused`: PERMISSION_DENIED. `not connected`: TLS let no request through.
 */
type Outcome = 'answered' | 'refused' | 'not connected';

/** A method, and the names that may call it according to the table of callers. */
interface Method {
  readonly path: string;
  readonly server: 'search' | 'reveal' | 'credits';
  readonly callers: readonly string[];
}

const methods: readonly Method[] = Object.values<object>(protos)
  .flatMap((exported) => Object.values(exported) as { readonly path?: unknown }[])
  .map(({ path }) => path)
  .filter((path) => typeof path === 'string')
  .map((path) => ({ path, server: path.split('.')[1] as Method['server'], callers: callersOf(path) }));

function callersOf(path: string): readonly string[] {
  const [, service = '', method = ''] = path.split('/');
  const entry = (CALLERS as Readonly<Record<string, readonly string[] | Readonly<Record<string, readonly string[]>>>>)[
    service
  ];
  if (entry === undefined) return [];
  return 'length' in entry ? (entry as readonly string[]) : (entry[method] ?? []);
}

/** An empty message, uncompressed. */
const EMPTY_MESSAGE = Buffer.alloc(5);
const CALL_TIMEOUT_MS = 5_000;
const PERMISSION_DENIED = '7';

/**
 * Sends an empty request as any HTTP/2 client can, and returns the gRPC status. Rejects when the
 * connection breaks.
 */
function statusOf(session: ClientHttp2Session, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    session.once('error', reject);
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      'grpc-timeout': `${CALL_TIMEOUT_MS}m`,
      te: 'trailers',
    });
    // A status without a message comes in the headers, any other in the trailers.
    const note = (headers: Readonly<Record<string, unknown>>): void => {
      const status = headers['grpc-status'];
      if (typeof status === 'string' || typeof status === 'number') resolve(String(status));
    };
    stream.on('response', note).on('trailers', note).on('error', reject);
    stream.on('close', () => {
      session.off('error', reject);
      reject(new Error(`${path} was not answered`));
    });
    stream.resume().end(EMPTY_MESSAGE);
  });
}

describeNeeds('processes', 'Real services refuse wrong callers', () => {
  let authority: TestAuthority;
  let otherAuthority: TestAuthority;
  const servers = new Map<string, Serving & { readonly registry: Registry }>();
  const stops: (() => unknown)[] = [];

  const portOf = (server: string): number => servers.get(server)?.grpcPort ?? 0;

  async function start<Config extends { readonly serving: ServingConfig }>(
    name: string,
    module: ServiceModule<Config>,
    environment: Environment,
  ): Promise<void> {
    const volume = createTlsVolume(authority.issue({ dnsNames: [module.name] }), authority.certificate);
    stops.push(() => volume.remove());
    const { certificateFile, keyFile, caFile } = volume.files;
    const tls = { GRPC_TLS_CERT_FILE: certificateFile, GRPC_TLS_KEY_FILE: keyFile, GRPC_TLS_CA_FILE: caFile };
    const server = await startTestService(module, { ...environment, ...tls });
    stops.push(() => server.stop(2_000));
    servers.set(name, server);
  }

  const adminToken = randomBytes(24).toString('hex');

  before(async () => {
    authority = createTestAuthority();
    otherAuthority = createTestAuthority('another authority');
    const database = await createTestDatabase(schemas);
    stops.push(() => database.drop());
    await seed(importTargetOf(database), { organizations: [acme], contacts: [astrid] });
    const secret = randomBytes(24).toString('hex');
    const anyPort = { search: '127.0.0.1:0', reveal: '127.0.0.1:0', credits: '127.0.0.1:0' };
    const environments = () =>
      serviceEnvironments({
        databases: databaseUrls((role) => database.urlFor(role)),
        secrets: { adminToken, cursorKeys: [secret], soleTraderKey: SOLE_TRADER_KEY, storedResponseSecrets: [secret] },
        listen: anyPort,
        targets: {
          search: `127.0.0.1:${portOf('search')}`,
          reveal: `127.0.0.1:${portOf('reveal')}`,
          credits: `127.0.0.1:${portOf('credits')}`,
        },
        publicHost: '127.0.0.1',
        publicPort: 0,
        publicUrl: 'http://127.0.0.1',
        adminPort: 0,
        poolSize: 2,
      });
    await start('search', searchService, environments()['search-service']);
    await start('credits', creditsService, environments()['credits-service']);
    await start('reveal', revealService, environments()['reveal-service']);
    await start('gateway', gateway, environments().gateway);
    await start('admin', adminService, environments()['admin-service']);
  });

  after(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  /** Returns how many calls of a method have reached its handler. */
  async function handledCalls({ server, path }: Method): Promise<number> {
    const metric = servers.get(server)?.registry.getSingleMetric('prospect_rpc_server_calls_total');
    const { values = [] } = (await metric?.get()) ?? {};
    return values.filter(({ labels }) => labels['method'] === path).reduce((sum, { value }) => sum + value, 0);
  }

  async function call(method: Method, tls: SecureClientSessionOptions | 'plaintext'): Promise<Outcome> {
    const address = `127.0.0.1:${portOf(method.server)}`;
    const session =
      tls === 'plaintext'
        ? connect(`http://${address}`)
        : connect(`https://${address}`, {
            ca: authority.certificate,
            servername: `${method.server}-service`,
            ...tls,
          });
    // The session reports a broken connection too; the call's promise is enough.
    session.on('error', () => {});
    try {
      return (await statusOf(session, method.path)) === PERMISSION_DENIED ? 'refused' : 'answered';
    } catch {
      return 'not connected';
    } finally {
      session.destroy();
    }
  }

  type Row = readonly [path: string, outcome: Outcome, handledCalls: number];

  /**
   * Calls every method with the credentials; returns what became of each call, and how many reached
   * a handler.
   */
  async function callEverything(tls: SecureClientSessionOptions | 'plaintext'): Promise<Row[]> {
    const rows: Row[] = [];
    for (const method of methods) {
      const before = await handledCalls(method);
      const outcome = await call(method, tls);
      rows.push([method.path, outcome, (await handledCalls(method)) - before]);
    }
    return rows;
  }

  const certificateOf = (name: string, issuer = authority): SecureClientSessionOptions => {
    const { certificate: cert, key } = issuer.issue({ dnsNames: [name] });
    return { cert, key };
  };

  it('has a method of every gRPC service in its matrix', () => {
    const services = new Set(methods.map(({ path }) => path.split('/')[1]));
    expect([...services]).to.have.members(Object.keys(CALLERS));
    expect(methods.filter(({ callers }) => callers.length === 0)).to.deep.equal([]);
  });

  for (const caller of [...SERVICE_NAMES, 'stranger']) {
    it(`answers ${caller} exactly where the table of callers names it, and refuses every other call before its handler runs`, async () => {
      const expected = methods.map(({ path, callers }) =>
        callers.includes(caller) ? [path, 'answered', 1] : [path, 'refused', 0],
      );
      expect(await callEverything(certificateOf(caller))).to.deep.equal(expected);
    });
  }

  const nobodyConnects = methods.map(({ path }) => [path, 'not connected', 0]);

  it('lets no call through without a client certificate', async () => {
    expect(await callEverything({})).to.deep.equal(nobodyConnects);
  });

  it('lets no call through in plaintext', async () => {
    expect(await callEverything('plaintext')).to.deep.equal(nobodyConnects);
  });

  for (const caller of SERVICE_NAMES) {
    it(`lets no call through with a certificate for ${caller} from another authority`, async () => {
      expect(await callEverything(certificateOf(caller, otherAuthority))).to.deep.equal(nobodyConnects);
    });
  }

  it('lets the real gateway, admin-service and reveal-service make their own calls', async () => {
    const admin = async (method: string, path: string, body: object): Promise<{ id: string; key: string }> => {
      const response = await fetch(`http://127.0.0.1:${servers.get('admin')?.adminPort}/admin/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status, path).to.be.within(200, 201);
      return (await response.json()) as { id: string; key: string };
    };
    const { id } = await admin('POST', '/accounts', { name: 'Fjord AB', credits: { included: 5 } });
    await admin('PUT', '/prices', { group: 'default', subject: 'contact', infoType: 'email', credits: 0.5 });
    const { key } = await admin('POST', `/accounts/${id}/keys`, { name: 'crm' });
    const send = (path: string, body?: object, headers = {}): Promise<Response> =>
      fetch(`http://127.0.0.1:${servers.get('gateway')?.publicPort}${BASE_PATH}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    expect((await send('/organizations/match', { items: [{ id: acme.id }] })).status).to.equal(200);
    const reveal = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
    const revealed = await send('/contacts/reveal', reveal, { 'idempotency-key': 'a reveal' });
    expect([revealed.status, await revealed.text()].join(' '))
      .to.match(/^200 /)
      .and.include(astrid.email);
    const credits = (await (await send('/credits')).json()) as { included: number };
    expect(credits.included, 'reveal-service has captured the price').to.equal(4.5);
    for (const server of servers.values()) {
      const ready = await fetch(`http://127.0.0.1:${server.adminPort}/readyz`);
      expect(await ready.json()).to.deep.equal({ status: 'ready', failing: [] });
    }
  });
});
