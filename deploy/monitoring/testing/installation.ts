import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { importContacts, importOrganizations } from '@prospecting/directory/import';
import {
  databaseUrls,
  schemas,
  SERVICE_NAMES,
  serviceEnvironments,
  type Environment,
  type ServiceName,
} from '@prospecting/embedded';
import { freePorts } from '@prospecting/platform/ports';
import { createTestAuthority, createTestDatabase, createTlsVolume } from '@prospecting/platform/testing';
import { startModule, untilReady, type TestProcess } from './processes.js';

/** Five services, each a process with its own metrics, as on a cluster. */
export interface Installation {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  /** `host:port` of the metrics of each service. */
  readonly targets: Readonly<Record<ServiceName, string>>;
  stop(): Promise<void>;
}

/** An invented organization and person, for requests that find something. */
export const ORGANIZATION = {
  id: '5b0e1c1e-5f0c-4a6e-9d52-0d8a4c1f0001',
  countryCode: 'NO',
  organizationNumber: '890000001',
  name: 'Nordvik AS',
  domains: ['nordvik.example'],
};
export const CONTACTS = [1, 2, 3, 4].map((number) => ({
  id: `5b0e1c1e-5f0c-4a6e-9d52-0d8a4c1f010${number}`,
  organization: { id: ORGANIZATION.id },
  name: `Astrid Exempel ${number}`,
  email: `astrid.${number}@nordvik.example`,
  phone: `+4670174061${number}`,
}));

const IDENTITY_KEY = 'the identity key of a test whose records are all invented';
const DAY_MS = 86_400_000;

export async function startInstallation(redisUrl: string): Promise<Installation> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const database = await createTestDatabase(schemas);
    stops.push(() => database.drop());
    const load = { databaseUrl: database.urlFor('prospect_importer'), identityKey: IDENTITY_KEY };
    await importOrganizations({ ...load, input: lines([ORGANIZATION]) });
    await importContacts({ ...load, input: lines(CONTACTS) });

    const ports = await freePorts(9);
    const [publicPort, search, reveal, credits, ...adminPorts] = ports as [number, number, number, number, ...number[]];
    const addresses = { search: `localhost:${search}`, reveal: `localhost:${reveal}`, credits: `localhost:${credits}` };
    const secret = (): string => randomBytes(24).toString('hex');
    const adminToken = secret();
    const publicUrl = `http://127.0.0.1:${publicPort}`;
    const environments = serviceEnvironments({
      databases: databaseUrls((role) => database.urlFor(role)),
      secrets: { adminToken, cursorKeys: [secret()], soleTraderKey: IDENTITY_KEY, storedResponseSecrets: [secret()] },
      listen: addresses,
      targets: addresses,
      publicHost: '127.0.0.1',
      publicPort,
      publicUrl,
      adminPort: 0,
      redisUrl,
      poolSize: 4,
    });
    const targets: Partial<Record<ServiceName, string>> = {};
    const authority = createTestAuthority();
    for (const [index, name] of SERVICE_NAMES.entries()) {
      const notAfter = new Date(Date.now() + 90 * DAY_MS);
      const volume = createTlsVolume(authority.issue({ dnsNames: [name], notAfter }), authority.certificate);
      stops.push(() => volume.remove());
      const target = `127.0.0.1:${adminPorts[index]}`;
      const env = {
        ...environments[name],
        ...extra(name, database.urlFor('prospect_search')),
        GRPC_TLS_CERT_FILE: volume.files.certificateFile,
        GRPC_TLS_KEY_FILE: volume.files.keyFile,
        GRPC_TLS_CA_FILE: volume.files.caFile,
        ADMIN_PORT: String(adminPorts[index]),
      };
      const service = startService(name, env);
      stops.push(() => service.stop());
      await untilReady(`http://${target}/readyz`, service);
      targets[name] = target;
    }
    const { 'admin-service': admin } = targets;
    return {
      baseUrl: `${publicUrl}/external/v1`,
      adminUrl: `http://${admin}/admin/v1`,
      adminToken,
      targets: targets as Record<ServiceName, string>,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The database is no replica of itself, so search-service leaves it out and says so in its metrics.
 */
function extra(name: ServiceName, searchUrl: string): Environment {
  return name === 'search-service' ? { REPLICA_DATABASE_URLS: searchUrl } : {};
}

function startService(name: ServiceName, env: Environment): TestProcess {
  return startModule(new URL('main.js', import.meta.resolve(`@prospecting/${name}`)), env);
}

function lines(records: readonly object[]): Readable {
  return Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]);
}
