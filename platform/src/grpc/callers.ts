import type { PeerCertificate } from 'node:tls';

/**
 * Names of the services that may call each gRPC service, by the service's full name. Where its
 * methods differ, by method. A service or method that the table does not name can be called by
 * nobody.
 */
export type CallerTable = Readonly<Record<string, readonly string[] | Readonly<Record<string, readonly string[]>>>>;

/** Returns the names that may call the method with this path (`/package.Service/Method`). */
export function callersOf(table: CallerTable, path: string): readonly string[] {
  const [, service = '', method = ''] = path.split('/');
  const entry = Object.hasOwn(table, service) ? table[service] : undefined;
  if (entry === undefined || isList(entry)) return entry ?? [];
  return Object.hasOwn(entry, method) ? (entry[method] ?? []) : [];
}

function isList<Value, Other>(value: readonly Value[] | Other): value is readonly Value[] {
  return Array.isArray(value);
}

/**
 * Returns the names that a verified certificate gives its owner: its DNS subject alternative names.
 * The common name is not one of them: certificate authorities do not check what it says.
 */
export function namesOf(certificate: Pick<PeerCertificate, 'subjectaltname'> | undefined): readonly string[] {
  // Node escapes a separator inside a name, so splitting yields only names that the certificate
  // has.
  return (certificate?.subjectaltname ?? '')
    .split(', ')
    .filter((altName) => altName.startsWith('DNS:'))
    .map((altName) => altName.slice('DNS:'.length));
}
