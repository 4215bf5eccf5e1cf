import { rmSync, writeFileSync } from 'node:fs';
import { Client, credentials, status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { pino, type Logger } from 'pino';
import { Registry } from 'prom-client';
import {
  createTestAuthority,
  createTlsVolume,
  type CertificateOptions,
  type TestAuthority,
  type TlsVolume,
} from '#testing/certificates.js';
import { eventually } from '#testing/eventually.js';
import {
  createClient,
  createServer,
  openTlsIdentity,
  served,
  type CallerTable,
  type ClientTls,
  type GrpcServer,
  type TlsIdentity,
} from './index.js';
import { asEcho, asService, echoDefinition, failure, soon, type EchoMessage } from '#testing/echo.js';

const REFRESH_MS = 5;
const HOUR_MS = 3_600_000;
const silent = pino({ level: 'silent' });

const callers: CallerTable = { 'prospecting.test.v1.EchoService': ['gateway', 'admin-service'] };

/** Collects log lines. */
function collectingLogger(): { logger: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { logger: pino({ level: 'info' }, { write }), lines };
}

describe('TLS between services', () => {
  let authority: TestAuthority;
  let stranger: TestAuthority;
  const stops: (() => unknown)[] = [];
  let handled = 0;

  before(() => {
    authority = createTestAuthority();
    stranger = createTestAuthority('another authority');
  });

  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    handled = 0;
  });

  function volumeOf(options: CertificateOptions, issuer = authority, ca = authority.certificate): TlsVolume {
    const volume = createTlsVolume(issuer.issue(options), ca);
    stops.push(() => volume.remove());
    return volume;
  }

  function identityOf(volume: TlsVolume, logger = silent): TlsIdentity {
    const identity = openTlsIdentity(volume.files, { logger, refreshMs: REFRESH_MS });
    stops.push(() => identity.close());
    return identity;
  }

  function serverWith(identity: TlsIdentity, table: CallerTable, logger = silent): GrpcServer {
    const echo = (request: EchoMessage): Promise<EchoMessage> => {
      handled += 1;
      return Promise.resolve(request);
    };
    const services = [served(echoDefinition, asService({ echo }))];
    const server = createServer({ services, logger, tls: identity, callers: table });
    stops.push(() => server.drain(1_000));
    return server;
  }

  /** Serves as `credits-service`, and returns the port. */
  async function serve(table = callers, logger = silent): Promise<number> {
    return serverWith(identityOf(volumeOf({ dnsNames: ['credits-service'] })), table, logger).listen('127.0.0.1:0');
  }

  async function call(port: number, tls?: ClientTls): Promise<EchoMessage> {
    const client = createClient(echoDefinition, { target: `127.0.0.1:${port}`, channels: 1, tls });
    try {
      return await asEcho(client.service).echo({ text: 'a' }, soon());
    } finally {
      client.close();
    }
  }

  const callAs = (port: number, options: CertificateOptions): Promise<EchoMessage> =>
    call(port, { identity: identityOf(volumeOf(options)), serverName: 'credits-service' });

  /** The gRPC status of a call by a client that is not ours. */
  async function statusOf(port: number, channel: ReturnType<typeof credentials.createSsl>): Promise<unknown> {
    const options = { 'grpc.ssl_target_name_override': 'credits-service' };
    const client = new Client(`127.0.0.1:${port}`, channel, options);
    const { path, requestSerialize, responseDeserialize } = echoDefinition.Echo;
    const deadline = Date.now() + 10_000;
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, { deadline }, (error) =>
        resolve(error?.code ?? grpcStatus.OK),
      );
    });
    client.close();
    return code;
  }

  describe('the table of callers', () => {
    it('accepts a named caller by any DNS name of its certificate', async () => {
      const port = await serve();
      expect(await callAs(port, { dnsNames: ['gateway'] })).to.deep.equal({ text: 'a' });
      expect(await callAs(port, { dnsNames: ['other.example', 'admin-service'] })).to.deep.equal({ text: 'a' });
    });

    it('refuses every other caller, logs its name and the method, and tells the caller no reason', async () => {
      const { logger, lines } = collectingLogger();
      const port = await serve(callers, logger);
      const error = await failure(callAs(port, { dnsNames: ['search-service'] }));
      expect(error).to.include({ code: 'internal_error', detail: 'Something went wrong on our side.' });
      expect(error.internal).to.contain('PERMISSION_DENIED');
      expect(handled).to.equal(0);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.deep.include({ rpc: '/prospecting.test.v1.EchoService/Echo', caller: ['search-service'] });
    });

    for (const [what, options] of Object.entries<CertificateOptions>({
      'a common name': { dnsNames: ['search-service'], commonName: 'gateway' },
      'a common name without any DNS name': { dnsNames: [], commonName: 'gateway' },
      'a name that contains another': { dnsNames: ['x, DNS:gateway, y'] },
      'a subdomain': { dnsNames: ['gateway.example'] },
      'a wildcard': { dnsNames: ['*'] },
    }))
      it(`takes no name from ${what}`, async () => {
        const port = await serve();
        expect((await failure(callAs(port, options))).internal).to.contain('PERMISSION_DENIED');
        expect(handled).to.equal(0);
      });

    for (const [what, table] of Object.entries<CallerTable>({
      'an empty table': {},
      'a table of another service': { 'prospecting.test.v1.OtherService': ['gateway'] },
      'a table that names another method': { 'prospecting.test.v1.EchoService': { Other: ['gateway'] } },
      'a service without callers': { 'prospecting.test.v1.EchoService': [] },
    }))
      it(`refuses everybody with ${what}`, async () => {
        const port = await serve(table);
        expect((await failure(callAs(port, { dnsNames: ['gateway'] }))).internal).to.contain('PERMISSION_DENIED');
      });

    it('accepts the callers of a single method', async () => {
      const port = await serve({ 'prospecting.test.v1.EchoService': { Echo: ['gateway'] } });
      expect(await callAs(port, { dnsNames: ['gateway'] })).to.deep.equal({ text: 'a' });
      expect((await failure(callAs(port, { dnsNames: ['admin-service'] }))).code).to.equal('internal_error');
    });
  });

  describe('a connection', () => {
    it('is refused without a client certificate', async () => {
      const port = await serve();
      const ca = Buffer.from(authority.certificate);
      const own = authority.issue({ dnsNames: ['gateway'] });
      const withCertificate = credentials.createSsl(ca, Buffer.from(own.key), Buffer.from(own.certificate));
      expect(await statusOf(port, withCertificate)).to.equal(grpcStatus.OK);
      expect(await statusOf(port, credentials.createSsl(ca))).to.equal(grpcStatus.UNAVAILABLE);
      expect(handled).to.equal(1);
    });

    it('is refused in plaintext', async () => {
      const port = await serve();
      expect((await failure(call(port))).code).to.equal('service_unavailable');
      expect(handled).to.equal(0);
    });

    it("is refused when the client's certificate is from another authority", async () => {
      const port = await serve();
      const identity = identityOf(volumeOf({ dnsNames: ['gateway'] }, stranger));
      expect((await failure(call(port, { identity, serverName: 'credits-service' }))).code).to.equal(
        'service_unavailable',
      );
      expect(handled).to.equal(0);
    });

    it('is refused when the client trusts another authority', async () => {
      const port = await serve();
      const identity = identityOf(volumeOf({ dnsNames: ['gateway'] }, authority, stranger.certificate));
      expect((await failure(call(port, { identity, serverName: 'credits-service' }))).code).to.equal(
        'service_unavailable',
      );
      expect(handled).to.equal(0);
    });

    it("is refused when the client's certificate has expired", async () => {
      const port = await serve();
      const expired = { notBefore: new Date(Date.now() - 2 * HOUR_MS), notAfter: new Date(Date.now() - HOUR_MS) };
      const error = await failure(callAs(port, { dnsNames: ['gateway'], ...expired }));
      expect(error.code).to.equal('service_unavailable');
      expect(handled).to.equal(0);
    });

    it('is refused when the server certificate has expired', async () => {
      const expired = { notBefore: new Date(Date.now() - 2 * HOUR_MS), notAfter: new Date(Date.now() - HOUR_MS) };
      const identity = identityOf(volumeOf({ dnsNames: ['credits-service'], ...expired }));
      const port = await serverWith(identity, callers).listen('127.0.0.1:0');
      expect((await failure(callAs(port, { dnsNames: ['gateway'] }))).code).to.equal('service_unavailable');
      expect(handled).to.equal(0);
    });

    it('is refused when the client expects another service', async () => {
      const port = await serve();
      const identity = identityOf(volumeOf({ dnsNames: ['gateway'] }));
      const error = await failure(call(port, { identity, serverName: 'search-service' }));
      expect(error.code).to.equal('service_unavailable');
      expect(handled).to.equal(0);
    });
  });

  describe('renewed files', () => {
    it('are used for new connections, on both sides, while calls go on', async () => {
      const both = authority.certificate + stranger.certificate;
      const serverFiles = volumeOf({ dnsNames: ['credits-service'] });
      const clientFiles = volumeOf({ dnsNames: ['gateway'] });
      const { logger, lines } = collectingLogger();
      const port = await serverWith(identityOf(serverFiles, logger), callers).listen('127.0.0.1:0');
      const tls = { identity: identityOf(clientFiles, logger), serverName: 'credits-service' };
      const reloads = (): number => lines.filter((line) => line.msg === 'TLS certificate reloaded').length;

      let calling = true;
      const outcomes: unknown[] = [];
      const longLived = createClient(echoDefinition, { target: `127.0.0.1:${port}`, channels: 1, tls });
      stops.push(() => longLived.close());
      const calls = (async () => {
        while (calling) {
          outcomes.push(await call(port, tls).catch((error: unknown) => error));
          outcomes.push(await asEcho(longLived.service).echo({ text: 'a' }, soon()));
        }
      })();

      // A change of the authority as an operator makes it: trust both, then change the
      // certificates, then trust the new one.
      const oldClient = authority.issue({ dnsNames: ['gateway'] });
      const oldServer = authority.issue({ dnsNames: ['credits-service'] });
      const newClient = stranger.issue({ dnsNames: ['gateway'] });
      const newServer = stranger.issue({ dnsNames: ['credits-service'] });
      const steps = [
        [oldServer, oldClient, both],
        [newServer, newClient, both],
        [newServer, newClient, stranger.certificate],
      ] as const;
      for (const [index, [server, client, ca]] of steps.entries()) {
        serverFiles.replace(server, ca);
        clientFiles.replace(client, ca);
        const expected = 2 * (index + 1);
        expect(await eventually(reloads, (count) => count >= expected)).to.equal(expected);
        const before = outcomes.length;
        await eventually(
          () => outcomes.length,
          (count) => count >= before + 4,
        );
      }
      calling = false;
      await calls;
      expect(outcomes.length).to.be.at.least(12);
      expect(outcomes.filter((outcome) => outcome instanceof Error)).to.deep.equal([]);

      // The new authority is in use, and the old one is not.
      expect(await call(port, tls)).to.deep.equal({ text: 'a' });
      const old = identityOf(volumeOf({ dnsNames: ['gateway'] }, authority, both));
      const error = await failure(call(port, { identity: old, serverName: 'credits-service' }));
      expect(error.code).to.equal('service_unavailable');
    });

    it("take away a caller's rights when its new certificate has another name", async () => {
      const port = await serve();
      const files = volumeOf({ dnsNames: ['gateway'] });
      const tls = { identity: identityOf(files), serverName: 'credits-service' };
      expect(await call(port, tls)).to.deep.equal({ text: 'a' });
      files.replace(authority.issue({ dnsNames: ['search-service'] }), authority.certificate);
      const ask = (): Promise<unknown> => call(port, tls).catch((error: unknown) => error);
      const outcome = await eventually(ask, (answer) => answer instanceof Error);
      expect(outcome).to.have.property('code', 'internal_error');
    });

    for (const [what, damage] of Object.entries<(volume: TlsVolume) => void>({
      'that are missing': (volume) => rmSync(volume.files.keyFile),
      'whose key is of another certificate': (volume) => {
        const other = stranger.issue({ dnsNames: ['gateway'] });
        const own = authority.issue({ dnsNames: ['gateway'] });
        volume.replace({ certificate: own.certificate, key: other.key }, authority.certificate);
      },
      'with an empty certificate': (volume) => writeFileSync(volume.files.certificateFile, ''),
      'with an empty CA': (volume) => writeFileSync(volume.files.caFile, ''),
    }))
      it(`${what} leave the earlier files in use, with a warning`, async () => {
        const { logger, lines } = collectingLogger();
        const serverFiles = volumeOf({ dnsNames: ['credits-service'] });
        const clientFiles = volumeOf({ dnsNames: ['gateway'] });
        const port = await serverWith(identityOf(serverFiles, logger), callers).listen('127.0.0.1:0');
        const tls = { identity: identityOf(clientFiles, logger), serverName: 'credits-service' };
        damage(serverFiles);
        damage(clientFiles);
        const warnings = (): unknown[] =>
          lines.filter((line) => String(line.msg).startsWith('TLS files cannot be used'));
        expect(await eventually(warnings, (found) => found.length > 3)).to.have.length.greaterThan(3);
        expect(await call(port, tls)).to.deep.equal({ text: 'a' });
      });
  });

  describe('a certificate outside its validity', () => {
    const past = new Date('2026-01-02T03:04:05Z');
    const future = new Date(Date.now() + 24 * HOUR_MS);
    const earlier = new Date(past.getTime() - HOUR_MS);

    it('is named with its date by the check, and the process recovers when the files are replaced', async () => {
      const { logger, lines } = collectingLogger();
      const volume = volumeOf({ dnsNames: ['credits-service'], notBefore: earlier, notAfter: past });
      const identity = identityOf(volume, logger);
      expect(await identity.check()).to.deep.equal({
        reason: `the certificate in ${volume.files.certificateFile} expired on 2026-01-02T03:04:05.000Z`,
      });
      const port = await serverWith(identity, callers).listen('127.0.0.1:0');
      const client = { identity: identityOf(volumeOf({ dnsNames: ['gateway'] })), serverName: 'credits-service' };
      expect((await failure(call(port, client))).code).to.equal('service_unavailable');
      volume.replace(authority.issue({ dnsNames: ['credits-service'] }), authority.certificate);
      const trouble = await eventually(
        () => identity.check(),
        (found) => found === undefined,
      );
      expect(trouble).to.equal(undefined);
      expect(lines.map(({ msg }) => msg)).to.deep.equal(['TLS certificate reloaded']);
      expect(await call(port, client)).to.deep.equal({ text: 'a' });
    });

    it('is named when it is not valid yet', async () => {
      const volume = volumeOf({ dnsNames: ['gateway'], notBefore: future, notAfter: new Date(+future + HOUR_MS) });
      const trouble = await identityOf(volume).check();
      const from = `${future.toISOString().slice(0, 19)}.000Z`;
      expect(trouble?.reason).to.equal(
        `the certificate in ${volume.files.certificateFile} is not valid before ${from}`,
      );
    });

    it('is not confused with that of an authority which is being replaced', async () => {
      const old = createTestAuthority('old authority', { notBefore: earlier, notAfter: past });
      const both = old.certificate + authority.certificate;
      expect(await identityOf(volumeOf({ dnsNames: ['gateway'] }, authority, both)).check()).to.equal(undefined);
      const volume = volumeOf({ dnsNames: ['gateway'] }, old, both);
      expect(await identityOf(volume).check()).to.deep.equal({
        reason: `the authority in ${volume.files.caFile} expired on 2026-01-02T03:04:05.000Z`,
      });
    });

    it('is seen ahead of time: metrics show when the certificate and its authority begin and end', async () => {
      const registry = new Registry();
      const notBefore = new Date('2025-01-02T03:04:05Z');
      const notAfter = new Date('2031-01-02T03:04:05Z');
      const starts = new Date('2025-02-02T03:04:05Z');
      const ends = new Date('2030-01-02T03:04:05Z');
      const lasting = createTestAuthority('lasting authority', { notBefore, notAfter });
      const volume = volumeOf(
        { dnsNames: ['gateway'], notBefore: starts, notAfter: ends },
        lasting,
        authority.certificate + lasting.certificate,
      );
      const identity = openTlsIdentity(volume.files, { logger: silent, registry });
      stops.push(() => identity.close());
      expect(await registry.metrics())
        .to.include(`prospect_tls_certificate_expires_timestamp_seconds{certificate="identity"} ${+ends / 1000}`)
        .and.include(`prospect_tls_certificate_starts_timestamp_seconds{certificate="identity"} ${+starts / 1000}`)
        .and.include(`prospect_tls_certificate_starts_timestamp_seconds{certificate="authority"} ${+notBefore / 1000}`)
        .and.include(`prospect_tls_certificate_expires_timestamp_seconds{certificate="authority"} ${+notAfter / 1000}`);
    });
  });

  describe('files that cannot be used', () => {
    const failureOf = (volume: TlsVolume): unknown => {
      try {
        openTlsIdentity(volume.files, { logger: silent }).close();
      } catch (error) {
        return error;
      }
      return undefined;
    };

    for (const name of ['certificateFile', 'keyFile', 'caFile'] as const) {
      it(`stop the start when ${name} is missing, and the error names the file`, () => {
        const volume = volumeOf({ dnsNames: ['gateway'] });
        rmSync(volume.files[name]);
        expect(failureOf(volume)).to.be.instanceOf(Error).with.property('message').that.includes(volume.files[name]);
      });

      it(`stop the start when ${name} is not PEM, and the error names the file and not its content`, () => {
        const volume = volumeOf({ dnsNames: ['gateway'] });
        writeFileSync(volume.files[name], 'hemligt');
        expect(failureOf(volume))
          .to.be.instanceOf(Error)
          .with.property('message')
          .that.includes(volume.files[name])
          .and.does.not.include('hemligt');
      });
    }

    it('stop the start when the key is of another certificate', () => {
      const { certificate } = authority.issue({ dnsNames: ['gateway'] });
      const { key } = stranger.issue({ dnsNames: ['gateway'] });
      const volume = createTlsVolume({ certificate, key }, authority.certificate);
      stops.push(() => volume.remove());
      expect(failureOf(volume))
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.includes(`${volume.files.keyFile} is not the private key of ${volume.files.certificateFile}`);
    });
  });
});
