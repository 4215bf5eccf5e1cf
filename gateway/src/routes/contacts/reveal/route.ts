import { defineOperation, type Operation } from '../../operation.js';
import { refuseToReveal } from '../../spending.js';

/** POST /contacts/reveal */
export function revealContacts(): Operation {
  return defineOperation({
    operationId: 'reveal_contacts',
    searches: false,
    spends: 'always',
    showsBalance: true,
    answer: () => Promise.resolve().then(refuseToReveal),
  });
}
