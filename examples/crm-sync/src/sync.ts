import {
  BudgetExceededError,
  InsufficientCreditsError,
  type Contact,
  type Prospecting,
  type RevealContactsResponse,
} from '@prospecting/client';
import type { Crm, CrmOrganization } from './crm.js';
import { readPages } from './directory.js';
import type { Batch, InfoType, Night } from './night.js';
import { SyncReport } from './report.js';
import { Roster, type Merged } from './roster.js';

export interface SyncOptions {
  readonly prospecting: Prospecting;
  readonly crm: Crm;
  readonly night: Night;
  /** Credits that a night may spend, however often the job runs in it. */
  readonly budget: number;
  /** What to reveal of new contacts. */
  readonly infoType: InfoType;
  /** The date of the night, such as 2026-11-22. */
  readonly today: string;
}

/**
 * Brings the CRM up to date: finds its organizations, adds the contacts in the account's target
 * roles, and reveals those that are new, for at most the budget of the night.
 */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  const { prospecting, crm, night, budget, today } = options;
  const report = new SyncReport();
  const roster = new Roster(await crm.contacts());
  if (night.batch !== undefined) await reveal(options, roster, report, night.batch, true);
  const wanted = await refresh(options, roster, report);
  const left = night.remaining(budget, today);
  const affordable = left === 0 ? [] : wanted.slice(0, await countAffordable(options, wanted, left));
  if (affordable.length > 0) {
    const batch = await night.begin(options.infoType, affordable, left, today);
    await reveal(options, roster, report, batch);
  }
  report.waiting = wanted.filter((id) => !report.revealed.has(id)).length;
  report.creditsLeft = (await prospecting.getCredits()).total;
  return report;
}

/**
 * Writes what is free to the CRM: the ids of organizations, and names, titles and pages of their
 * contacts. Returns the contacts that have something to reveal which the CRM does not know.
 */
async function refresh(options: SyncOptions, roster: Roster, report: SyncReport): Promise<string[]> {
  const { prospecting, crm } = options;
  const wanted = new Set<string>();
  const ownerOf = new Map<string, CrmOrganization>();
  for await (const { organization, result } of readPages(prospecting, await crm.organizations())) {
    if (result.status !== 'matched') {
      report.unmatched.push(`${organization.name}: ${result.status === 'invalid' ? result.error : result.reason}`);
      continue;
    }
    const { id } = result.organization;
    const owner = ownerOf.get(id) ?? organization;
    if (owner !== organization) {
      if (result.matchedBy !== 'cursor') report.unmatched.push(`${organization.name}: the same as ${owner.name}`);
      continue;
    }
    ownerOf.set(id, organization);
    if (organization.prospectingId !== id) await crm.saveOrganizations([{ ...organization, prospectingId: id }]);
    const merged = result.contacts.map((record) => mergeInto(roster, organization, record, report));
    await crm.saveContacts(merged.filter(({ isNew, isChanged }) => isNew || isChanged).map(({ contact }) => contact));
    for (const [index, record] of result.contacts.entries()) {
      const isUnknown = merged[index]?.contact[options.infoType] === undefined;
      if (isUnknown && record[options.infoType] !== undefined) wanted.add(record.id);
    }
  }
  report.matched = ownerOf.size;
  return [...wanted];
}

function mergeInto(roster: Roster, organization: CrmOrganization, record: Contact, report: SyncReport): Merged {
  const merged = roster.merge(organization, record);
  if (merged.isNew) report.added += 1;
  if (merged.isChanged) report.updated += 1;
  roster.put(merged.contact);
  return merged;
}

/** Returns how many of the contacts budget and balance pay for. A dry run of the first tells the price. */
async function countAffordable(
  { prospecting, infoType }: SyncOptions,
  contactIds: readonly string[],
  budget: number,
): Promise<number> {
  const items = contactIds.slice(0, 25).map((contactId) => ({ contactId }));
  if (items.length === 0) return 0;
  const { results, creditsRemaining } = await prospecting.quote.revealContacts({ items, infoTypes: [infoType] });
  const prices = results.map((result) => (result.status === 'quoted' ? result.reveal.creditCost : 0));
  const price = Math.max(...prices);
  const credits = Math.min(budget, creditsRemaining ?? 0);
  return price === 0 ? contactIds.length : Math.floor(toMillicredits(credits) / toMillicredits(price));
}

/**
 * Reveals the batch of the night and writes each chunk to the CRM before the next one is paid for.
 * Of a batch that a killed run left behind only the chunk under way is finished, as it may be paid
 * for already. The rest is planned anew, under the budget of tonight.
 */
async function reveal(
  options: SyncOptions,
  roster: Roster,
  report: SyncReport,
  batch: Batch,
  isLeftBehind = false,
): Promise<void> {
  const { prospecting, night, today } = options;
  const items = batch.contactIds.map((contactId) => ({ contactId }));
  const request = { items, infoTypes: [batch.infoType], maxCredits: batch.maxCredits };
  const run = prospecting.inChunks.revealContacts(request, { progress: night.progress });
  let chargedToo = 0;
  const isWorkLeft = !isLeftBehind || batch.progress?.underWay !== undefined;
  try {
    for await (const chunk of isWorkLeft ? run : []) {
      await keep(chunk.results, batch.infoType, options.crm, roster, report);
      if (!isLeftBehind) continue;
      chargedToo = chunk.creditsCharged;
      break;
    }
  } catch (error) {
    // What was written stays. The rest waits for the next night, or for more credits.
    if (!(error instanceof BudgetExceededError || error instanceof InsufficientCreditsError)) throw error;
    report.stoppedBy = error.message;
  }
  report.charged += await night.end(today, chargedToo);
}

/** Writes what was revealed to the CRM. */
async function keep(
  results: RevealContactsResponse['results'],
  infoType: InfoType,
  crm: Crm,
  roster: Roster,
  report: SyncReport,
): Promise<void> {
  const revealed = results.flatMap((result) => {
    const known = result.status === 'revealed' ? roster.withProspectingId(result.contactId) : undefined;
    const value = result.status === 'revealed' ? valueOf(result.contact, infoType) : undefined;
    return known === undefined || value === undefined ? [] : [{ ...known, [infoType]: value }];
  });
  await crm.saveContacts(revealed);
  for (const contact of revealed) {
    roster.put(contact);
    report.revealed.add(contact.prospectingId ?? contact.id);
  }
}

function valueOf(contact: Contact, infoType: InfoType): string | undefined {
  const isMasked = infoType === 'email' ? contact.emailIsMasked : contact.phoneIsMasked;
  return isMasked ? undefined : contact[infoType];
}

/** Thousandths of a credit are the smallest amounts. As integers they divide exactly. */
function toMillicredits(credits: number): number {
  return Math.round(credits * 1000);
}
