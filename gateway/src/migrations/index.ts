import type { SchemaModule } from '@prospecting/platform/postgres';
import { accountsAndKeys } from './0001-accounts-and-keys.js';
import { requestLog } from './0003-request-log.js';
import { storedResponses } from './0002-stored-responses.js';
import { completedResponsesKeepTheirOwner } from './0004-completed-responses-keep-their-owner.js';

/** The schema `edge`: accounts, keys, stored responses and the request log. */
export const edgeSchema: SchemaModule = {
  schema: 'edge',
  ownerRole: 'prospect_gateway_owner',
  runtimeRoles: ['prospect_gateway'],
  migrations: [accountsAndKeys, storedResponses, requestLog, completedResponsesKeepTheirOwner],
};
