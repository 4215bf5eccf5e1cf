import { createClient, createServer, openTlsIdentity, served, type TlsIdentity } from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import {
  asEcho,
  asService,
  createTlsVolume,
  echoDefinition,
  eventually,
  soon,
  type TlsVolume,
} from '@prospecting/platform/testing';
import { expect } from 'chai';
import { startKubernetesApi, type KubernetesApi } from '#testing/kubernetes-api.js';
import { findKubernetes, readCertificatesConfig } from './config.js';
import { connectSecrets } from './kubernetes.js';
import { renewCertificates, type RenewOptions } from './renew.js';

const REFRESH_MS = 5;
/**
 * More than the settle time and a write. Only the second step signs, within the backdating of 5
 * minutes.
 */
const STEP_MS = 160_000;
const callers = { 'prospecting.test.v1.EchoService': ['gateway'] };
const silent = createLogger({ service: 'test', level: 'silent' });

describe('certificates of prospect certificates renew in mutual TLS', () => {
  let api: KubernetesApi;
  const stops: (() => unknown)[] = [];

  beforeEach(async () => {
    api = await startKubernetesApi();
    stops.push(() => api.close());
  });

  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function renew(options: RenewOptions = {}): Promise<string[]> {
    const env = {
      ...api.env,
      CERTIFICATE_NAMES: 'gateway,credits-service',
      CERTIFICATE_SECRET_PREFIX: 'shop',
      CERTIFICATE_SETTLE_MINUTES: '1',
    };
    const secrets = connectSecrets(await findKubernetes(env), { timeoutMs: 2_000, firstPauseMs: 1 });
    const { certificates } = await renewCertificates(secrets, readCertificatesConfig(env), options);
    return certificates.map(({ action }) => action);
  }

  const file = (service: string, name: string): string =>
    Buffer.from(api.secrets.get(`shop-${service}-tls`)?.data[name] ?? '', 'base64').toString();
  const issued = (service: string): { certificate: string; key: string } => ({
    certificate: file(service, 'tls.crt'),
    key: file(service, 'tls.key'),
  });
  /** Brings the Secret's present content to the pod. */
  const deliver = (service: string, volume: TlsVolume): void =>
    volume.replace(issued(service), file(service, 'ca.crt'));

  function mount(service: string): { volume: TlsVolume; identity: TlsIdentity } {
    const volume = createTlsVolume(issued(service), file(service, 'ca.crt'));
    stops.push(() => volume.remove());
    const identity = openTlsIdentity(volume.files, { logger: silent, refreshMs: REFRESH_MS });
    stops.push(() => identity.close());
    return { volume, identity };
  }

  it('are accepted, and stay accepted while the authority is replaced under load', async () => {
    await renew();
    const [server, client] = [mount('credits-service'), mount('gateway')];
    const services = [served(echoDefinition, asService({ echo: (request) => Promise.resolve(request) }))];
    const listener = createServer({ services, logger: silent, tls: server.identity, callers });
    stops.push(() => listener.drain(1_000));
    const target = `127.0.0.1:${await listener.listen('127.0.0.1:0')}`;
    const tls = { identity: client.identity, serverName: 'credits-service' };
    const connect = (): ReturnType<typeof createClient<typeof echoDefinition>> =>
      createClient(echoDefinition, { target, channels: 1, tls });

    const outcomes: unknown[] = [];
    let isCalling = true;
    const longLived = connect();
    stops.push(() => longLived.close());
    const calls = (async () => {
      while (isCalling) {
        const fresh = connect();
        outcomes.push(
          await asEcho(fresh.service)
            .echo({ text: 'a' }, soon())
            .catch((error: unknown) => error),
        );
        fresh.close();
        outcomes.push(
          await asEcho(longLived.service)
            .echo({ text: 'a' }, soon())
            .catch((error: unknown) => error),
        );
      }
    })();
    const more = async (): Promise<void> => {
      const before = outcomes.length;
      await eventually(
        () => outcomes.length,
        (count) => count >= before + 10,
      );
    };

    await more();
    const old = file('gateway', 'ca.crt');
    const steps: [RenewOptions, string, 'server' | 'client'][] = [
      [{ replaceAuthority: true }, 'trust changed', 'server'],
      [{}, 'renewed', 'client'],
      [{ removeReplaced: true }, 'trust changed', 'server'],
    ];
    for (const [options, action, first] of steps) {
      expect(await renew(options)).to.deep.equal([action, action]);
      const deliveries = [() => deliver('credits-service', server.volume), () => deliver('gateway', client.volume)];
      if (first === 'client') deliveries.reverse();
      // The files reach one pod while the other still has the old ones.
      for (const each of deliveries) {
        each();
        await more();
      }
      api.now += STEP_MS;
    }
    isCalling = false;
    await calls;
    expect(outcomes.filter((outcome) => outcome instanceof Error)).to.deep.equal([]);
    expect(file('gateway', 'ca.crt')).to.not.contain(old.trim());
  });

  it('are refused where the first step is left out: the test above would notice', async () => {
    await renew();
    const server = mount('credits-service');
    api.secrets.clear();
    await renew();
    const client = mount('gateway');
    const services = [served(echoDefinition, asService({ echo: (request) => Promise.resolve(request) }))];
    const listener = createServer({ services, logger: silent, tls: server.identity, callers });
    stops.push(() => listener.drain(1_000));
    const target = `127.0.0.1:${await listener.listen('127.0.0.1:0')}`;
    const other = createClient(echoDefinition, {
      target,
      channels: 1,
      tls: { identity: client.identity, serverName: 'credits-service' },
    });
    stops.push(() => other.close());
    const outcome = await asEcho(other.service)
      .echo({ text: 'a' }, soon())
      .catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error).with.property('code', 'service_unavailable');
  });
});
