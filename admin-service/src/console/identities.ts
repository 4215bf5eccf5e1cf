import { inTransaction, type Pool } from '@prospecting/platform/postgres';
import { recordChange } from '../changes/record-change.js';
import type { Identity } from './oidc/provider.js';
import { bindIdentity } from './sql/bind-identity.js';

/** Why an identity at the provider signs nobody in. */
export type Refusal = 'not_invited' | 'email_unverified';

/**
 * Returns the user with an identity at the provider. At the first sign-in it is the user who was
 * invited with the identity's address, which the provider must have verified: otherwise anybody
 * could open an account there under somebody's address. From then on the address does not count.
 */
export async function findUserOf(pool: Pool, identity: Identity): Promise<{ readonly id: string } | Refusal> {
  const { issuer, subject, email, isEmailVerified } = identity;
  const verifiedEmail = isEmailVerified && email !== undefined ? email : null;
  const found = await inTransaction(pool, async (client) => {
    const [user] = await bindIdentity.run(client, [issuer, subject, verifiedEmail]);
    if (user?.isNew === true) {
      const { id, name, accountId } = user;
      const actor = { kind: 'user', id, name } as const;
      const details = { name, issuer };
      await recordChange(client, { actor, action: 'user.bind', accountId, subject: { kind: 'user', id }, details });
    }
    return user;
  });
  return found ?? (isEmailVerified ? 'not_invited' : 'email_unverified');
}
