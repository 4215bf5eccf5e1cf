import { createHash, createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import type * as X509 from '@peculiar/x509';

/** A certificate and its private key, both as PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate that this process has read. */
export interface ReadCertificate {
  readonly x509: X509Certificate;
  readonly pem: string;
  /** 16 hex digits of the SHA-256 of its DER form. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** The clock of a peer may be behind the clock of the one who signs. */
export const BACKDATED_MS = 5 * 60_000;

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

const SERVER_AND_CLIENT = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];

/** Makes an authority that signs certificates of peers and no other authorities. */
export async function createAuthority(now: number, lifeMs: number): Promise<Issued> {
  const x509 = await library();
  const keys = await createKeys();
  // Two authorities of one name would confuse those who look for a certificate's issuer.
  const name = `CN=prospecting authority ${randomBytes(8).toString('hex')}`;
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(now, now + lifeMs),
    subject: name,
    issuer: name,
    publicKey: keys.publicKey,
    signingKey: keys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pemOf(certificate.toString('pem')), key: await exportKey(keys.privateKey) };
}

/** Makes a certificate with a new key for one service, which serves and calls under its name. */
export async function issueCertificate(authority: Issued, name: string, now: number, lifeMs: number): Promise<Issued> {
  const x509 = await library();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    // A certificate that outlives its issuer would fail before its own end.
    ...validity(now, Math.min(now + lifeMs, issuer.notAfter.getTime())),
    subject: `CN=${name}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(SERVER_AND_CLIENT),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pemOf(certificate.toString('pem')), key: await exportKey(keys.privateKey) };
}

/** Returns every certificate of a bundle. Leaves out what is none. */
export function readBundle(pem: string): ReadCertificate[] {
  return (pem.match(PEM_BLOCK) ?? []).flatMap((block) => readCertificate(block) ?? []);
}

/** Returns the first certificate of the text, or undefined when there is none. */
export function readCertificate(pem: string): ReadCertificate | undefined {
  try {
    const x509 = new X509Certificate(pem);
    return {
      x509,
      pem: pemOf(x509.toString()),
      id: createHash('sha256').update(x509.raw).digest('hex').slice(0, 16),
      notBefore: Date.parse(x509.validFrom),
      notAfter: Date.parse(x509.validTo),
    };
  } catch {
    return undefined;
  }
}

/** Returns true when the text is the private key of the certificate. */
export function isKeyOf(key: string, { x509 }: ReadCertificate): boolean {
  try {
    return x509.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/**
 * Returns true when the certificate is the authority's, and peers accept it for the name both as
 * server and as client.
 */
export function isServiceCertificate({ x509 }: ReadCertificate, name: string, authority: ReadCertificate): boolean {
  return (
    x509.subjectAltName === `DNS:${name}` &&
    !x509.ca &&
    SERVER_AND_CLIENT.every((usage) => extendedUsages(x509).includes(usage)) &&
    x509.checkIssued(authority.x509) &&
    x509.verify(authority.x509.publicKey)
  );
}

/** `keyUsage` holds the extended usages, and is undefined without them. */
function extendedUsages(x509: X509Certificate): readonly string[] {
  return x509.keyUsage ?? [];
}

function validity(now: number, notAfter: number): { serialNumber: string; notBefore: Date; notAfter: Date } {
  return {
    // A first byte of 01 keeps the number positive, without the padding that DER forbids.
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    notBefore: new Date(now - BACKDATED_MS),
    notAfter: new Date(notAfter),
  };
}

async function library(): Promise<typeof X509> {
  // Loaded on demand: no other command needs it. It registers its parts through reflect-metadata,
  // which must be there first.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

function createKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
}

/** Ends the text with exactly one line break, so that texts can follow one another. */
function pemOf(text: string): string {
  return `${text.trim()}\n`;
}
