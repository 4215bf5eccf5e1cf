// Compiled with the tests, never run: each expected error is an error of the compiler when it stops
// being one.
import type {
  Contact,
  InvalidItemResult,
  ItemError,
  MatchOrganizationsResponse,
  ProblemCode,
  Prospecting,
} from '#src/index.js';

type Equals<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
const holds = <_Claim extends true>(): void => {};

const items = [{ domain: 'nordvik.example' }] as const;
const contacts = [{ ref: 'a', contactId: 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21' }];
declare const prospecting: Prospecting;
declare const isDryRun: boolean;

/** What may be called, and what must not compile. */
export function spending(): void {
  // A reveal needs a budget, in every operation that can spend.
  // @ts-expect-error maxCredits is missing
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'] });
  // @ts-expect-error maxCredits is missing
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], dryRun: false });
  // @ts-expect-error maxCredits is missing when this is no dry run
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], dryRun: isDryRun });
  // @ts-expect-error maxCredits is missing
  void prospecting.matchOrganizations({ items, reveal: ['details'] });
  // @ts-expect-error maxCredits is missing
  void prospecting.matchPeople({ items: [{ email: 'a@nordvik.example' }], reveal: ['phone'] });
  // @ts-expect-error maxCredits is missing
  void prospecting.matchOrganizationSwitchboards({ items, reveal: ['phone'] });
  // @ts-expect-error maxCredits is missing
  prospecting.inChunks.revealContacts({ items: contacts, infoTypes: ['email'] });
  // @ts-expect-error maxCredits is undefined
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], maxCredits: undefined });

  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], maxCredits: 1 });
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], maxCredits: 1, dryRun: isDryRun });
  void prospecting.revealContacts({ items: contacts, infoTypes: ['email'], dryRun: true });
  void prospecting.matchOrganizations({ items, reveal: ['details'], maxCredits: 1 });
  void prospecting.matchOrganizations({ items, reveal: ['details'], dryRun: true });
  void prospecting.matchOrganizations({ items, reveal: [] });
  void prospecting.matchOrganizations({ items });
  prospecting.inChunks.revealContacts({ items: contacts, infoTypes: ['email'], maxCredits: 1 });
  prospecting.inChunks.matchOrganizations({ items });
}

export function quoting(): void {
  void prospecting.quote.revealContacts({ items: contacts, infoTypes: ['email'] });
  // @ts-expect-error a quote reveals something
  void prospecting.quote.matchOrganizations({ items });
  // @ts-expect-error contacts/match never spends
  void prospecting.quote.matchOrganizationContacts;
}

export function requests(): void {
  // @ts-expect-error organizations have only details to reveal
  void prospecting.matchOrganizations({ items, reveal: ['email'], maxCredits: 1 });
  // @ts-expect-error linkedIn is revealed by contacts/reveal alone
  void prospecting.matchPeople({ items: [], reveal: ['linkedIn'], maxCredits: 1 });
  // @ts-expect-error an item of contacts/reveal has a contactId
  void prospecting.revealContacts({ items: [{ ref: 'a' }], infoTypes: ['email'], maxCredits: 1 });
  // @ts-expect-error organizations are not found by name
  void prospecting.matchOrganizations({ items: [{ name: 'Nordvik Maskin AB' }] });
  // @ts-expect-error a list never spends, so it has no Idempotency-Key
  prospecting.listContacts({ domain: 'nordvik.example' }, { idempotencyKey: 'k' });
  // @ts-expect-error the key is not readable
  void prospecting.apiKey;
}

export async function answers(): Promise<void> {
  const answer = await prospecting.matchOrganizations({ items });
  holds<Equals<typeof answer, MatchOrganizationsResponse>>();
  for (const result of answer.results) {
    if (result.status === 'matched') holds<Equals<(typeof result)['organization']['name'], string>>();
    // @ts-expect-error only a match has an organization
    else void result.organization;
  }
  for await (const contact of prospecting.listContacts({ domain: 'nordvik.example' })) {
    holds<Equals<typeof contact, Contact>>();
  }
  const run = prospecting.inChunks.revealContacts({ items: contacts, infoTypes: ['email'], maxCredits: 1 });
  for await (const { results, from, creditsCharged } of run) {
    holds<Equals<typeof from, number>>();
    holds<Equals<typeof creditsCharged, number>>();
    for (const result of results) if (result.status === 'revealed') void result.contact.email;
  }
}

/** Open lists know their values and accept others; closed ones accept no others. */
export function openLists(): void {
  const codes: ProblemCode[] = ['rate_limited', 'brand_new'];
  const errors: ItemError[] = ['invalid_domain', 'brand_new'];
  const result: InvalidItemResult = { status: 'invalid', error: 'brand_new' };
  void [codes, errors, result];
  // @ts-expect-error v1 adds no country
  void prospecting.matchOrganizations({ items: [{ orgNumber: '1', countryCode: 'IS' }] });
}
