import type {
  ContactsItem,
  InfoType,
  MatchOrganizationContactsRequest as ContactsRequest,
  OrganizationItem,
  PersonItem,
  ReachableInfoType,
  RevealItem,
} from './generated/api.js';

/** A dry run, or the most that the request may spend. */
export type Budget = { readonly maxCredits: number; readonly dryRun?: boolean } | { readonly dryRun: true };

/** A matching request that reveals nothing. */
export interface Free<Item> {
  readonly items: readonly Item[];
  readonly reveal?: readonly [] | undefined;
  readonly dryRun?: boolean;
  readonly maxCredits?: number;
}

/** A matching request that reveals. */
export interface Revealing<Item, Reveal> {
  readonly items: readonly Item[];
  readonly reveal: readonly Reveal[];
}

export interface RevealedContacts {
  readonly items: readonly RevealItem[];
  readonly infoTypes: readonly InfoType[];
}

export type MatchOrganizationsRequest = Free<OrganizationItem> | (Revealing<OrganizationItem, 'details'> & Budget);
export type MatchOrganizationSwitchboardsRequest =
  Free<OrganizationItem> | (Revealing<OrganizationItem, ReachableInfoType> & Budget);
export type MatchPeopleRequest = Free<PersonItem> | (Revealing<PersonItem, ReachableInfoType> & Budget);
export type RevealContactsRequest = RevealedContacts & Budget;
export type MatchOrganizationContactsRequest = Omit<ContactsRequest, 'items'> & {
  readonly items: readonly ContactsItem[];
};
