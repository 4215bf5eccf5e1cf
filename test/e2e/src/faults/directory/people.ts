import type { Random } from '@prospecting/platform/random';
import type { Revealable } from './records.js';

/** An attribute of a person that later files may add or leave out. */
type Attribute = 'email' | 'phone' | 'linkedInUrl';

/**
 * A person whose records have no id, in an organization whose records have none either. The job
 * title identifies the person: it is public, unique and never changes. A record has the attributes
 * in `full`, or fewer. From one file to the next at most one attribute changes, and never one that
 * identifies the person.
 */
export interface Person {
  readonly organizationNumber: string;
  readonly name: string;
  readonly jobTitle: string;
  readonly full: Readonly<Record<Attribute, string>>;
  readonly changing: readonly Attribute[];
  readonly current: Set<Attribute>;
  readonly ever: Readonly<Record<'email' | 'phone', Set<string | undefined>>>;
  isDecisionMaker: boolean;
}

/** A sole trader: the number is personal, the name changes. */
export interface SoleTrader {
  readonly organizationNumber: string;
  readonly website: string;
  name: string;
}

/**
 * Records that successive files repeat: in another order, fewer of them, or with more attributes.
 */
export interface People {
  readonly persons: readonly Person[];
  readonly soleTraders: readonly SoleTrader[];
  readonly organizationNumbers: readonly string[];
  /**
   * Returns the records of the next file of contacts, and updates which attributes are on record.
   */
  nextContacts(random: Random): object[];
  nextOrganizations(random: Random): object[];
}

const FIRMS = 6;
const TRADERS = 4;
/** The share of all records in a short file. */
const SHORTENED = 0.6;

export function createPeople(): People {
  const organizationNumbers = Array.from({ length: FIRMS }, (_, firm) => `88${String(1_000_000 + firm * 111)}`);
  const persons = organizationNumbers.flatMap((number, firm) => personsOf(number, firm));
  const soleTraders = Array.from({ length: TRADERS }, (_, index) => ({
    organizationNumber: `64082${index}-9${index}91`,
    website: `https://enskild-${index}.example/`,
    name: `Exempels Firma ${index}`,
  }));
  const companies = organizationNumbers.map((organizationNumber, firm) => ({
    countryCode: 'NO',
    organizationNumber,
    name: `Filfirma ${firm} AS`,
  }));
  const files = { contacts: 0, organizations: 0 };
  return {
    persons,
    soleTraders,
    organizationNumbers,
    nextContacts(random) {
      files.contacts += 1;
      const isFirst = files.contacts === 1;
      const all = isFirst || random.chance(0.5) ? persons.length : Math.ceil(persons.length * SHORTENED);
      const chosen = random.sample(persons, all);
      if (!isFirst) for (const person of chosen) change(person, random);
      return chosen.map(recordOf);
    },
    nextOrganizations(random) {
      files.organizations += 1;
      for (const trader of soleTraders)
        trader.name = `Exempels ${random.pick(['Bageri', 'Rör', 'Bygg'])} ${files.organizations}`;
      const traders = soleTraders.map((trader) => ({ countryCode: 'SE', soleTrader: true, ...trader }));
      const all = [...companies, ...traders];
      return random.sample(all, files.organizations === 1 ? all.length : random.between(4, all.length));
    },
  };
}

/**
 * Returns the persons of one organization: two namesakes with different addresses, and people known
 * by a LinkedIn page, by phone and name, and only by name.
 */
function personsOf(organizationNumber: string, firm: number): Person[] {
  const person = (
    number: number,
    name: string,
    jobTitle: string,
    has: readonly Attribute[],
    changing: readonly Attribute[],
  ): Person => {
    const own = `${firm}-${number}`;
    const full = {
      email: `person.${own}@filfirma.example`,
      phone: `+4723${String(600_000 + firm * 10 + number)}`,
      linkedInUrl: `https://www.linkedin.com/in/filperson-${own}-exempel`,
    };
    const current = new Set(has);
    const first = (type: 'email' | 'phone') => new Set([current.has(type) ? full[type] : undefined]);
    return {
      organizationNumber,
      name,
      jobTitle: `${jobTitle} ${firm}`,
      full,
      changing,
      current,
      ever: { email: first('email'), phone: first('phone') },
      isDecisionMaker: false,
    };
  };
  return [
    person(1, 'Kari Navnesen', 'Daglig leder', ['email', 'phone'], ['linkedInUrl', 'phone']),
    person(2, 'Kari Navnesen', 'Sjåfør', ['email', 'phone'], ['linkedInUrl', 'phone']),
    person(3, 'Side Sidesen', 'Innkjøper', ['linkedInUrl', 'email'], ['email', 'phone']),
    person(4, 'Telefon Ringesen', 'Selger', ['phone'], ['email', 'linkedInUrl']),
    person(5, 'Bare Navnesen', 'Maler', [], ['email', 'phone', 'linkedInUrl']),
  ];
}

function change(person: Person, random: Random): void {
  person.isDecisionMaker = random.chance(0.5);
  if (random.chance(0.4)) return;
  const attribute = random.pick(person.changing);
  if (person.current.has(attribute)) person.current.delete(attribute);
  else person.current.add(attribute);
  // Set before the import: a read may see the new values at any moment of it.
  for (const type of ['email', 'phone'] as const) person.ever[type].add(valueOf(person, type));
}

function recordOf(person: Person): object {
  const { organizationNumber, name, jobTitle, current, full, isDecisionMaker } = person;
  const attributes = Object.fromEntries([...current].map((attribute) => [attribute, full[attribute]]));
  return { organization: { countryCode: 'NO', organizationNumber }, name, jobTitle, isDecisionMaker, ...attributes };
}

/** Returns the value of a person that is on record. */
export function valueOf({ current, full }: Person, type: 'email' | 'phone'): string | undefined {
  return current.has(type) ? full[type] : undefined;
}

/** Returns a person as a subject to spend on. */
export function revealableOf(person: Person, id: string): Revealable {
  const typed = (infoType: string): 'email' | 'phone' => infoType as 'email' | 'phone';
  return {
    kind: 'contact',
    id,
    everHad: (infoType) => person.ever[typed(infoType)],
    has: (infoType) => valueOf(person, typed(infoType)),
    mayHave: (infoType) => [...person.ever[typed(infoType)]].some((value) => value !== undefined),
  };
}
