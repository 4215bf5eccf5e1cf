import type { Clock } from '@prospecting/platform/clock';
import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { reveal } from '@prospecting/protos';
import { findContactsByEmail } from './find-contacts-by-email.js';
import { viewOrganizations } from './view-organizations.js';
import { viewContacts, viewSwitchboards } from './view-reachables.js';

export interface ViewerDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
  /** The schema `directory`, which may live on another server. */
  readonly directoryPool: Pool;
  readonly clock: Clock;
}

/**
 * What accounts may see of reachable details. Ids and addresses come in the form in which they are stored: lower case.
 * A request may carry queries of several accounts: one statement for each account, one for all of them on the directory.
 */
export function createRevealViewer(dependencies: ViewerDependencies): Service<reveal.RevealViewerDefinition> {
  return {
    viewOrganizations: (request) => viewOrganizations(dependencies, request),
    viewContacts: (request) => viewContacts(dependencies, request),
    viewSwitchboards: (request) => viewSwitchboards(dependencies, request),
    findContactsByEmail: (request) => findContactsByEmail(dependencies, request),
  };
}
