import type { Service } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import type { ViewerDependencies } from './dependencies.js';
import { findContactsByEmail } from './find-contacts-by-email.js';
import { viewContacts, viewSwitchboards } from './view-contact-channels.js';
import { viewOrganizations } from './view-organizations.js';

/**
 * Builds RevealViewer: what accounts may see. Ids and addresses arrive in the form in which they
 * are stored: lower case. A request may carry queries of several accounts. It runs one statement
 * for each account on `reveal`, and one for all of them on `directory`.
 */
export function createRevealViewer(dependencies: ViewerDependencies): Service<reveal.RevealViewerDefinition> {
  return {
    viewOrganizations: (request) => viewOrganizations(dependencies, request),
    viewContacts: (request) => viewContacts(dependencies, request),
    viewSwitchboards: (request) => viewSwitchboards(dependencies, request),
    findContactsByEmail: (request) => findContactsByEmail(dependencies, request),
  };
}
