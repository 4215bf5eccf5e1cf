import type { SchemaModule } from '@prospecting/platform/postgres';
import { accountsAndKeys } from './0001-accounts-and-keys.js';
import { storedResponses } from './0002-stored-responses.js';
import { requestLog } from './0003-request-log.js';
import { responsesKeepTheirOwner } from './0004-responses-keep-their-owner.js';
import { responsesKeepTheirOwnerValidated } from './0005-responses-keep-their-owner-validated.js';
import { requestLogNamesSpends } from './0006-request-log-names-spends.js';
import { missedNumbers } from './0007-missed-numbers.js';

/** The schema `edge`: accounts, keys, stored responses, the request log and missed numbers. */
export const edgeSchema: SchemaModule = {
  schema: 'edge',
  ownerRole: 'prospect_gateway_owner',
  runtimeRoles: ['prospect_gateway'],
  migrations: [
    accountsAndKeys,
    storedResponses,
    requestLog,
    responsesKeepTheirOwner,
    responsesKeepTheirOwnerValidated,
    requestLogNamesSpends,
    missedNumbers,
  ],
};
