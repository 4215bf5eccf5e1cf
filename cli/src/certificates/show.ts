import type { CertificatesConfig } from './config.js';
import type { Secrets } from './kubernetes.js';
import { plan } from './plan.js';
import { describeAuthorities, readStored, toPolicy, type Renewal } from './renew.js';
import { authoritiesOf, isOwn, stateOf } from './stored.js';

/** One certificate as it is. */
export interface CertificateLine {
  readonly name: string;
  readonly secret: string;
  /** Why a renewal would replace it now, or null. */
  readonly renewal: string | null;
  readonly authority: string | null;
  readonly expires: string | null;
}

export interface Inspection extends Pick<Renewal, 'authorities' | 'nextStepAt'> {
  readonly certificates: readonly CertificateLine[];
}

/** Reads the Secrets and changes nothing. */
export async function inspectCertificates(secrets: Secrets, config: CertificatesConfig): Promise<Inspection> {
  const stored = await readStored(secrets, config);
  const known = authoritiesOf(stored);
  const state = stateOf(stored, known);
  const todo = plan(secrets.now(), state, toPolicy(config, {}));
  const certificates = stored.services.map(({ name, secretName, secret }, index): CertificateLine => {
    const certificate = state.services[index]?.certificate;
    const isForeign = secret !== undefined && !isOwn(secret);
    return {
      name,
      secret: secretName,
      renewal: isForeign ? 'refused: this command did not make the Secret' : (todo.issue.get(name) ?? null),
      authority: certificate?.issuer ?? null,
      expires: certificate === undefined ? null : new Date(certificate.notAfter).toISOString(),
    };
  });
  return { certificates, ...describeAuthorities(todo, known) };
}
