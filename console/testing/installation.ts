import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { service as adminService } from '@prospecting/admin-service';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import { databaseUrls, schemas, serviceEnvironments, startStack, type GrpcAddresses } from '@prospecting/embedded';
import { freePort } from '@prospecting/platform/ports';
import { createGrpcTransport, serve } from '@prospecting/platform/serving';
import { createLogger, createRpcMetrics, Registry } from '@prospecting/platform/telemetry';
import { createTestDatabase } from '@prospecting/platform/testing';
import { RECORDS } from './records.js';

/** The whole product on a database of its own: the public API, and the console in front of it. */
export interface Installation {
  /** Origin of the console. */
  readonly consoleUrl: string;
  /** Base address of the public API. */
  readonly baseUrl: string;
  /** Calls the admin API as an operator does on a terminal. Throws when it refuses. */
  admin<Body>(method: string, path: string, body?: object): Promise<Body>;
  stop(): Promise<void>;
}

const secret = (): string => randomBytes(24).toString('hex');
const STOP_LIMIT_MS = 10_000;

export async function startInstallation(): Promise<Installation> {
  const database = await createTestDatabase(schemas);
  const databases = databaseUrls((role) => database.urlFor(role));
  const secrets = {
    adminToken: secret(),
    cursorKeys: [secret()],
    soleTraderKey: secret(),
    storedResponseSecrets: [secret()],
  };
  await importRecords(databases.importer, secrets.soleTraderKey);
  const targets: Record<string, string> = {};
  const reach = (service: keyof GrpcAddresses, port: number): Promise<number> => {
    targets[service] = `127.0.0.1:${port}`;
    return Promise.resolve(port);
  };
  const stack = await startStack({ databases, secrets, transport: 'grpc', poolSize: 4, reach });
  // A second admin-service beside the stack's own, as on a cluster, with the listener for people.
  const port = await freePort();
  const consoleUrl = `http://127.0.0.1:${port}`;
  const layout = { databases, secrets, poolSize: 4, publicHost: '127.0.0.1', publicPort: 0, adminPort: 0 };
  const addresses = targets as unknown as GrpcAddresses;
  const environment = serviceEnvironments({
    ...layout,
    listen: addresses,
    targets: addresses,
    publicUrl: stack.publicUrl,
  });
  const config = adminService.loadConfig({
    ...environment['admin-service'],
    CONSOLE_PORT: String(port),
    CONSOLE_URL: consoleUrl,
    BASE_URL: stack.baseUrl,
    SEARCH_TARGET: addresses.search,
  });
  const registry = new Registry();
  const logger = createLogger({ service: 'console-tests', level: 'silent' });
  const transport = createGrpcTransport({ metrics: createRpcMetrics(registry, 'client') });
  const application = adminService.buildApplication({ name: adminService.name, logger, registry, config, transport });
  const rpcMetrics = createRpcMetrics(registry, 'server');
  const serving = await serve(application, config.serving, { logger, registry, rpcMetrics, withoutGrpc: true });
  return {
    consoleUrl,
    baseUrl: stack.baseUrl,
    async admin(method, path, body) {
      const response = await fetch(`http://127.0.0.1:${serving.adminPort}/admin/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${secrets.adminToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    },
    async stop() {
      await serving.stop(STOP_LIMIT_MS);
      transport.close();
      await stack.stop();
      await database.drop();
    },
  };
}

async function importRecords(databaseUrl: string, identityKey: string): Promise<void> {
  const inputOf = (records: readonly object[]): Readable =>
    Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]);
  await importOrganizations({ databaseUrl, input: inputOf(RECORDS.organizations), identityKey });
  await importContacts({ databaseUrl, input: inputOf(RECORDS.contacts), identityKey });
  await importSwitchboards({ databaseUrl, input: inputOf(RECORDS.switchboards), identityKey });
}
