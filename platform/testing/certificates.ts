import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import forge from 'node-forge';
import type { TlsFiles } from '#src/grpc/index.js';

/** A certificate and its private key, both as PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateOptions {
  /** DNS subject alternative names. */
  readonly dnsNames: readonly string[];
  /** The subject's common name. Default: none of the DNS names, so that no test passes by it. */
  readonly commonName?: string;
  /** Default: an hour ago. */
  readonly notBefore?: Date;
  /** Default: in an hour. */
  readonly notAfter?: Date;
}

/** A certificate authority that lives as long as the test. */
export interface TestAuthority {
  /** The authority's own certificate as PEM, for the peers that trust it. */
  readonly certificate: string;
  issue(options: CertificateOptions): IssuedCertificate;
}

const HOUR_MS = 3_600_000;

/**
 * Creates a certificate authority with real keys. Takes about 0.2 s, so share one among tests.
 * @param validity default: from an hour ago to an hour from now
 */
export function createTestAuthority(
  name = 'test authority',
  validity: Pick<CertificateOptions, 'notBefore' | 'notAfter'> = {},
): TestAuthority {
  const authority = newKeyPair();
  const root = newCertificate(authority.publicKey, { dnsNames: [], commonName: name, ...validity });
  const issuer = [{ name: 'commonName', value: name }];
  root.setIssuer(issuer);
  root.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  root.sign(authority.privateKey, forge.md.sha256.create());
  // One key for every certificate of the authority: tests tell peers apart by name, and creating
  // keys takes long.
  const subject = newKeyPair();
  return {
    certificate: forge.pki.certificateToPem(root),
    issue(options) {
      const certificate = newCertificate(subject.publicKey, options);
      certificate.setIssuer(issuer);
      certificate.setExtensions([
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        ...(options.dnsNames.length === 0
          ? []
          : [{ name: 'subjectAltName', altNames: options.dnsNames.map((value) => ({ type: 2, value })) }]),
      ]);
      certificate.sign(authority.privateKey, forge.md.sha256.create());
      return { certificate: forge.pki.certificateToPem(certificate), key: subject.pem };
    },
  };
}

interface KeyPair {
  readonly publicKey: forge.pki.rsa.PublicKey;
  readonly privateKey: forge.pki.rsa.PrivateKey;
  /** The private key. */
  readonly pem: string;
}

/** Creates a key pair with node:crypto, ten times as fast as node-forge. */
function newKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return {
    publicKey: forge.pki.publicKeyFromPem(publicKey),
    privateKey: forge.pki.privateKeyFromPem(privateKey),
    pem: privateKey,
  };
}

function newCertificate(publicKey: forge.pki.rsa.PublicKey, options: CertificateOptions): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // A first byte of 01 keeps the serial number positive, without the padding that DER forbids.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = options.notBefore ?? new Date(Date.now() - HOUR_MS);
  certificate.validity.notAfter = options.notAfter ?? new Date(Date.now() + HOUR_MS);
  certificate.setSubject([{ name: 'commonName', value: options.commonName ?? 'test' }]);
  return certificate;
}

/** Certificate files as a Kubernetes secret volume shows them. */
export interface TlsVolume {
  readonly files: TlsFiles;
  /** Replaces all three files in one step, as the kubelet does. */
  replace(issued: IssuedCertificate, ca: string): void;
  remove(): void;
}

/**
 * Writes a certificate, its key and a CA to a temporary directory laid out as the kubelet lays out
 * a secret volume: each file is a symbolic link through `..data`, which is a symbolic link to the
 * directory with the real files.
 */
export function createTlsVolume(issued: IssuedCertificate, ca: string): TlsVolume {
  const root = mkdtempSync(path.join(tmpdir(), 'prospect-tls-'));
  let version = 0;
  const replace = (next: IssuedCertificate, nextCa: string): void => {
    version += 1;
    const directory = `..version-${version}`;
    mkdirSync(path.join(root, directory));
    writeFileSync(path.join(root, directory, 'tls.crt'), next.certificate);
    writeFileSync(path.join(root, directory, 'tls.key'), next.key, { mode: 0o600 });
    writeFileSync(path.join(root, directory, 'ca.crt'), nextCa);
    symlinkSync(directory, path.join(root, '..data_tmp'));
    renameSync(path.join(root, '..data_tmp'), path.join(root, '..data'));
  };
  replace(issued, ca);
  const link = (name: string): string => {
    symlinkSync(path.join('..data', name), path.join(root, name));
    return path.join(root, name);
  };
  return {
    files: { certificateFile: link('tls.crt'), keyFile: link('tls.key'), caFile: link('ca.crt') },
    replace,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
