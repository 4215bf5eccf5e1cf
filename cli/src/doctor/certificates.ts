import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readVariable } from '@prospecting/platform/config/variables';
import type { Environment } from '../config.js';
import { failure, ok, warning, type Check, type Finding } from './finding.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Certificates of 90 days are renewed when a third is left, so one with less has missed renewals. */
const SOON_DAYS = 14;
const RENEW =
  'Renew it: prospect certificates renew on Kubernetes, else where it was made: docs/runbooks/certificate-ending.md.';

/** Says whether a certificate is valid now and for the next two weeks. */
export function certificateDates(
  check: string,
  whose: string,
  certificate: Pick<X509Certificate, 'validFrom' | 'validTo'>,
  now: Date,
): Finding {
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const days = Math.floor((to - now.getTime()) / DAY_MS);
  const end = new Date(to).toISOString();
  if (from > now.getTime())
    return failure(
      check,
      `the certificate of ${whose} begins at ${new Date(from).toISOString()}`,
      'Look at the clocks, or renew it.',
    );
  if (to <= now.getTime()) return failure(check, `the certificate of ${whose} ended at ${end}`, RENEW);
  if (days < SOON_DAYS) return warning(check, `the certificate of ${whose} ends in ${days} days, at ${end}`, RENEW);
  return ok(check, `the certificate of ${whose} is valid until ${end}`);
}

/** A file that a variable or a database URL names: one certificate with its chain, or authorities. */
interface CertificateFile {
  readonly file: string;
  readonly isAuthority: boolean;
}

/** Returns the checks of the certificates that the environment knows: files, and Secrets in a pod. */
export function certificateChecks(env: Environment, databaseUrls: readonly string[], now: () => Date): Check[] {
  const files = new Map<string, CertificateFile>();
  const add = (file: string | null | undefined, isAuthority: boolean): void => {
    // `system` is libpq's word for the authorities of the system.
    if (file !== undefined && file !== null && file !== '' && file !== 'system') files.set(file, { file, isAuthority });
  };
  add(env['GRPC_TLS_CERT_FILE'], false);
  add(env['GRPC_TLS_CA_FILE'], true);
  for (const url of databaseUrls) {
    const { searchParams } = new URL(url);
    add(searchParams.get('sslcert'), false);
    add(searchParams.get('sslrootcert'), true);
  }
  const checks = [...files.values()].map((file) => ({ name: 'certificate file', run: () => checkFile(file, now()) }));
  if (readVariable('CERTIFICATE_NAMES', env).value === undefined) return checks;
  return [...checks, { name: 'certificates', run: () => checkSecrets(env, now()) }];
}

/** Of several authorities in a file one is enough: the others may be old. */
async function checkFile({ file, isAuthority }: CertificateFile, now: Date): Promise<Finding[]> {
  const check = 'certificate file';
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return [failure(check, `${file} cannot be read`, 'Correct the variable or URL that names it, or its permissions.')];
  const certificates = (text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [])
    .map((pem) => new X509Certificate(pem))
    .toSorted((one, other) => (isAuthority ? Date.parse(other.validTo) - Date.parse(one.validTo) : 0));
  const [certificate] = certificates;
  if (certificate === undefined) return [failure(check, `${file} has no certificate`, 'It must be PEM.')];
  return [certificateDates(check, `${certificate.subject.replaceAll('\n', ', ')} in ${file}`, certificate, now)];
}

async function checkSecrets(env: Environment, now: Date): Promise<Finding[]> {
  const [{ findKubernetes, readCertificatesConfig }, { connectSecrets }, { inspectCertificates }] = await Promise.all([
    import('../certificates/config.js'),
    import('../certificates/kubernetes.js'),
    import('../certificates/show.js'),
  ]);
  const config = readCertificatesConfig(env);
  const { certificates } = await inspectCertificates(connectSecrets(await findKubernetes(env)), config);
  return certificates.map(({ name, secret, expires }) =>
    expires === null
      ? failure(
          'certificates',
          `${name} has no certificate in the Secret ${secret}`,
          'Run prospect certificates renew.',
        )
      : certificateDates('certificates', name, { validFrom: new Date(0).toISOString(), validTo: expires }, now),
  );
}
