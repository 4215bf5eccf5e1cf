import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../telemetry/logger.js';
import type { ReadinessCheck, Trouble } from '../telemetry/readiness.js';

/**
 * Paths of PEM files: this process's certificate (with its chain), its private key, and the CA that
 * peers must have.
 */
export interface TlsFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly caFile: string;
}

export interface TlsIdentityOptions {
  readonly logger: Logger;
  /** Milliseconds between two looks at the files. Default: 30,000. */
  readonly refreshMs?: number;
  /** Shows when the certificates begin and end. */
  readonly registry?: Registry;
}

/**
 * This process's certificate, for the servers and the clients in it. New connections use the newest
 * valid files.
 */
export interface TlsIdentity {
  /** Requires a certificate of every client. */
  readonly serverCredentials: ServerCredentials;
  readonly channelCredentials: ChannelCredentials;
  /** Readiness check: this process's certificate and the CA are valid now. */
  readonly check: ReadinessCheck;
  /** Stops reading the files. */
  close(): void;
}

/**
 * Reads the files and then watches them, so that a renewed certificate needs no restart.
 * Throws an error that names the file when one cannot be read or used.
 */
export function openTlsIdentity(files: TlsFiles, options: TlsIdentityOptions): TlsIdentity {
  const provider = new ReloadingFiles(files, options);
  if (options.registry !== undefined) registerLives(options.registry, () => provider.certificates());
  return {
    check: () => Promise.resolve(troubleOf(provider.certificates(), files, new Date())),
    serverCredentials: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    channelCredentials: experimental.createCertificateProviderChannelCredentials(provider, provider),
    close: () => provider.close(),
  };
}

interface Certificates {
  readonly identity: X509Certificate;
  /** The authority that issued the identity. */
  readonly authority: X509Certificate;
}

/** When one ends means little without its start: a day is much of a life of two, and little of 90. */
function registerLives(registry: Registry, certificates: () => Certificates): void {
  const register = (name: string, help: string, timeOf: (certificate: X509Certificate) => string): void => {
    new Gauge({
      name,
      help,
      labelNames: ['certificate'],
      registers: [registry],
      collect() {
        for (const [certificate, x509] of Object.entries(certificates()) as [string, X509Certificate][])
          this.set({ certificate }, Date.parse(timeOf(x509)) / 1000);
      },
    });
  };
  register(
    'prospect_tls_certificate_starts_timestamp_seconds',
    "Time at which this process's certificate (identity) and the CA that issued it (authority) begin.",
    ({ validFrom }) => validFrom,
  );
  register(
    'prospect_tls_certificate_expires_timestamp_seconds',
    "Time at which this process's certificate (identity) and the CA that issued it (authority) end.",
    ({ validTo }) => validTo,
  );
}

function troubleOf({ identity, authority }: Certificates, files: TlsFiles, now: Date): Trouble | undefined {
  const outside =
    outsideValidity(identity, `the certificate in ${files.certificateFile}`, now) ??
    outsideValidity(authority, `the authority in ${files.caFile}`, now);
  return outside === undefined ? undefined : { reason: outside };
}

function outsideValidity(certificate: X509Certificate, what: string, now: Date): string | undefined {
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (now > to) return `${what} expired on ${to.toISOString()}`;
  return now < from ? `${what} is not valid before ${from.toISOString()}` : undefined;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the authority that issued the identity or, when that is an intermediate one, the one that
 * is valid longest. While an authority is replaced, the file has the old and the new one.
 */
function issuerOf(identity: X509Certificate, ca: Buffer): X509Certificate {
  const authorities = (ca.toString().match(PEM_CERTIFICATE) ?? [])
    .map((pem) => new X509Certificate(pem))
    .toSorted((one, other) => Date.parse(other.validTo) - Date.parse(one.validTo));
  return authorities.find((authority) => identity.checkIssued(authority)) ?? authorities[0] ?? new X509Certificate(ca);
}

interface Material {
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

type CaListener = Parameters<experimental.CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<experimental.CertificateProvider['addIdentityCertificateListener']>[0];

/**
 * A certificate provider that only ever hands out a set of files that belong together.
 *
 * grpc-js has a FileWatcherCertificateProvider. It passes on what it reads: a file that is missing
 * for a moment, or a certificate and a key read on either side of a renewal, make the server drop
 * every new connection until the next look.
 */
class ReloadingFiles implements experimental.CertificateProvider {
  #current: Material;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  readonly #timer: NodeJS.Timeout;
  #reading = false;
  readonly #files: TlsFiles;
  readonly #logger: Logger;

  constructor(files: TlsFiles, { logger, refreshMs = 30_000 }: TlsIdentityOptions) {
    this.#files = files;
    this.#logger = logger;
    this.#current = readNow(files);
    assertUsable(this.#current, files);
    this.#timer = setInterval(() => void this.#refresh(), refreshMs).unref();
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    process.nextTick(() => listener({ caCertificate: this.#current.ca }));
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    process.nextTick(() => this.#pushIdentity(listener));
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  certificates(): Certificates {
    const identity = new X509Certificate(this.#current.certificate);
    return { identity, authority: issuerOf(identity, this.#current.ca) };
  }

  async #refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      const next = await readSoon(this.#files);
      if (isSame(next, this.#current)) return;
      assertUsable(next, this.#files);
      this.#current = next;
      for (const listener of this.#caListeners) listener({ caCertificate: next.ca });
      for (const listener of this.#identityListeners) this.#pushIdentity(listener);
      const { validTo } = new X509Certificate(next.certificate);
      this.#logger.info({ file: this.#files.certificateFile, validTo }, 'TLS certificate reloaded');
    } catch (error) {
      this.#logger.warn({ err: error }, 'TLS files cannot be used; the ones read before stay in use');
    } finally {
      this.#reading = false;
    }
  }

  #pushIdentity(listener: IdentityListener): void {
    listener({ certificate: this.#current.certificate, privateKey: this.#current.key });
  }
}

function readNow({ certificateFile, keyFile, caFile }: TlsFiles): Material {
  return {
    certificate: readFileSync(certificateFile),
    key: readFileSync(keyFile),
    ca: readFileSync(caFile),
  };
}

async function readSoon({ certificateFile, keyFile, caFile }: TlsFiles): Promise<Material> {
  const [certificate, key, ca] = await Promise.all([readFile(certificateFile), readFile(keyFile), readFile(caFile)]);
  return { certificate, key, ca };
}

function isSame(one: Material, other: Material): boolean {
  return one.certificate.equals(other.certificate) && one.key.equals(other.key) && one.ca.equals(other.ca);
}

/**
 * Throws an error that names the file when the certificates cannot be read or the key is not the
 * certificate's.
 */
function assertUsable({ certificate, key, ca }: Material, files: TlsFiles): void {
  assertCertificate(certificate, files.certificateFile);
  // An empty CA would not fail later: nobody could connect, and nothing would say why.
  assertCertificate(ca, files.caFile);
  try {
    createSecureContext({ cert: certificate, key, ca });
  } catch (error) {
    throw new Error(`${files.keyFile} is not the private key of ${files.certificateFile}: ${reason(error)}`, {
      cause: error,
    });
  }
}

function assertCertificate(pem: Buffer, file: string): void {
  try {
    // Parses the first certificate of the file.
    void new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${file} holds no PEM certificate: ${reason(error)}`, { cause: error });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
