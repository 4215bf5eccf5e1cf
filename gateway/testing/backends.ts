import type { CallContext } from '@prospecting/platform/grpc';
import type { credits, reveal, search } from '@prospecting/protos';
import type { Backends } from '#src/upstream/reads.js';

/**
 * Backends for tests of the edge. They record their calls and return invented answers, which a test
 * can replace.
 */
export interface RecordingBackends extends Backends {
  /** The calls so far, in order. */
  readonly calls: { readonly method: string; readonly request: object; readonly call: CallContext }[];
  readonly answers: Answers;
}

type Answers = {
  matchOrganization(item: search.OrganizationIdentifiers): search.OrganizationMatch;
  listPage(item: search.ContactsPageItem, request: search.ListContactsRequest): search.ContactsPage;
  matchPerson(item: search.PersonIdentifiers): search.PersonMatch;
  getContact(contactId: string): search.FoundContact;
  viewOrganization(subject: reveal.OrganizationSubject): reveal.OrganizationView;
  viewContact(contactId: string): reveal.ContactChannelsView;
  viewSwitchboard(organizationId: string): reveal.SwitchboardView;
  findByEmail(email: string): reveal.ContactIds;
  quote(request: reveal.QuoteRequest): reveal.SpendOutcome;
  reveal(request: reveal.RevealRequest): reveal.SpendOutcome;
  getBalance(accountId: string): credits.Balance;
};

export const ORGANIZATION: search.Organization = {
  id: '5b0e8c7e-3c55-5b43-9d0c-1f3f8f6f2a10',
  name: 'Nordvik Maskin AB',
  countryCode: 'SE',
  legalForm: 'Aktiebolag',
  city: 'Sundsvall',
  foundedYear: 1998,
};

export const CONTACT: search.Contact = {
  id: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21',
  name: 'Astrid Exempel',
  jobTitle: 'Head of Purchasing',
  isExecutive: false,
  isDecisionMaker: true,
  organizationId: ORGANIZATION.id,
  organizationName: ORGANIZATION.name,
  linkedInUrl: 'https://www.linkedin.com/in/astrid-exempel',
};

export const MASKED: reveal.ContactChannelsView = {
  email: 'XXXXX@nordvik-maskin.example',
  emailIsMasked: true,
  phone: '+4670XXXXXXX',
  phoneIsMasked: true,
};

export const NOBODY: search.PersonMatch = {
  outcome: 'OUTCOME_PERSON_NOT_FOUND',
  matchedBy: 'MATCHED_BY_UNSPECIFIED',
  contacts: [],
};

/** Matches by the first identifier of an item. */
function matchedBy(item: search.OrganizationIdentifiers): search.MatchedBy {
  if (item.id !== undefined) return 'MATCHED_BY_ID';
  if (item.orgNumbers.length > 0) return 'MATCHED_BY_ORG_NUMBER';
  return item.linkedInPage === undefined ? 'MATCHED_BY_DOMAIN' : 'MATCHED_BY_LINKED_IN_URL';
}

/** Price of every subject in millicredits, for any info types. */
export const PRICE = 200;

const SWITCHBOARD: reveal.ContactChannelsView = { ...MASKED, phone: '+4684XXXXXXX' };

/** Returns what the account sees of a subject. A reveal does not change it. */
export function viewOf({ kind, subjectId }: reveal.SpendSubject): Partial<reveal.SubjectOutcome> {
  if (kind === 'SUBJECT_KIND_CONTACT') return { contact: { ...CONTACT, id: subjectId }, contactChannels: MASKED };
  if (kind === 'SUBJECT_KIND_SWITCHBOARD') return { contactChannels: SWITCHBOARD };
  return { organization: { detailsRevealed: false } };
}

function outcomeOf(subjects: readonly reveal.SpendSubject[], chargedMillicredits: number): reveal.SpendOutcome {
  return {
    subjects: subjects.map((subject) => ({
      found: true,
      costMillicredits: PRICE,
      newInfoTypes: subject.infoTypes,
      alreadyRevealedInfoTypes: [],
      unavailableInfoTypes: [],
      ...viewOf(subject),
    })),
    quotedMillicredits: subjects.length * PRICE,
    chargedMillicredits,
    remainingMillicredits: 118_800 - chargedMillicredits,
  };
}

/** A method that the edge never calls. */
const notCalled = (): Promise<never> => Promise.reject(new Error('the edge does not call this method'));

function defaultAnswers(): Answers {
  const matchOrganization = (item: search.OrganizationIdentifiers): search.OrganizationMatch => ({
    organization: ORGANIZATION,
    matchedBy: matchedBy(item),
    ...(matchedBy(item) === 'MATCHED_BY_ORG_NUMBER' && { organizationNumber: '556012-3457' }),
  });
  return {
    matchOrganization,
    listPage: (item) => ({
      outcome: 'OUTCOME_MATCHED',
      match:
        item.cursor === undefined
          ? matchOrganization(item.identifiers as search.OrganizationIdentifiers)
          : { organization: ORGANIZATION, matchedBy: 'MATCHED_BY_CURSOR' },
      contacts: [CONTACT],
      totalCount: 1,
    }),
    matchPerson: (item) => ({
      outcome: 'OUTCOME_MATCHED',
      matchedBy: item.linkedInSlug === undefined ? 'MATCHED_BY_NAME' : 'MATCHED_BY_LINKED_IN_URL',
      contacts: [CONTACT],
    }),
    getContact: (id) => ({ contact: { ...CONTACT, id } }),
    viewOrganization: () => ({ detailsRevealed: false }),
    viewContact: () => MASKED,
    viewSwitchboard: () => ({ switchboard: SWITCHBOARD }),
    findByEmail: () => ({ contactIds: [] }),
    quote: ({ subjects }) => outcomeOf(subjects, 0),
    reveal: ({ subjects }) => outcomeOf(subjects, subjects.length * PRICE),
    getBalance: (accountId) => ({
      accountId,
      includedMillicredits: 100_000,
      purchasedMillicredits: 18_800,
      subscription: { includedMillicredits: 100_000, renewsAt: { seconds: 1_775_000_000, nanos: 0 } },
    }),
  };
}

export function createRecordingBackends(changes: Partial<Answers> = {}): RecordingBackends {
  const calls: RecordingBackends['calls'] = [];
  const answers = { ...defaultAnswers(), ...changes };
  const answered =
    <Request extends object, Response>(method: string, answer: (request: Request) => Response) =>
    async (request: Request, call: CallContext): Promise<Response> => {
      calls.push({ method, request, call });
      // A real backend never answers in the same turn.
      await Promise.resolve();
      return answer(request);
    };
  return {
    calls,
    answers,
    search: {
      matchOrganizations: answered('matchOrganizations', ({ items }: search.MatchOrganizationsRequest) => ({
        matches: items.map((item) => answers.matchOrganization(item)),
      })),
      listContacts: answered('listContacts', (request: search.ListContactsRequest) => ({
        pages: request.items.map((item) => answers.listPage(item, request)),
      })),
      matchPeople: answered('matchPeople', ({ items }: search.MatchPeopleRequest) => ({
        matches: items.map((item) => answers.matchPerson(item)),
      })),
      getContacts: answered('getContacts', ({ contactIds }: search.GetContactsRequest) => ({
        contacts: contactIds.map((id) => answers.getContact(id)),
      })),
    },
    revealViewer: {
      viewOrganizations: answered('viewOrganizations', ({ queries }: reveal.ViewOrganizationsRequest) => ({
        answers: queries.map(({ subjects }) => ({ views: subjects.map((each) => answers.viewOrganization(each)) })),
      })),
      viewContacts: answered('viewContacts', ({ queries }: reveal.ViewContactsRequest) => ({
        answers: queries.map(({ contactIds }) => ({ views: contactIds.map((id) => answers.viewContact(id)) })),
      })),
      viewSwitchboards: answered('viewSwitchboards', ({ queries }: reveal.ViewSwitchboardsRequest) => ({
        answers: queries.map(({ organizationIds }) => ({
          views: organizationIds.map((id) => answers.viewSwitchboard(id)),
        })),
      })),
      findContactsByEmail: answered('findContactsByEmail', ({ queries }: reveal.FindContactsByEmailRequest) => ({
        answers: queries.map(({ emails }) => ({ found: emails.map((email) => answers.findByEmail(email)) })),
      })),
    },
    revealSpender: {
      quote: answered('quote', (request: reveal.QuoteRequest) => answers.quote(request)),
      reveal: answered('reveal', (request: reveal.RevealRequest) => answers.reveal(request)),
    },
    creditsReader: {
      getBalances: answered('getBalances', ({ accountIds }: credits.GetBalancesRequest) => ({
        balances: accountIds.map((id) => answers.getBalance(id)),
      })),
      listEntries: answered('listEntries', (_request: credits.ListEntriesRequest) => ({ entries: [] })),
      listAccounts: notCalled,
      listReservations: notCalled,
      listPendingReservations: notCalled,
    },
  };
}
