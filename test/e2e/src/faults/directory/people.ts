import type { Random } from '../random.js';
import type { Revealable } from './records.js';

/** An attribute of a person that comes and goes from one file to the next. */
type Attribute = 'email' | 'phone' | 'linkedInUrl';

/**
 * A person whose records have no id, in an organization whose records have none either. Who it is shows in the job title, which is
 * everyone's to see, differs for each and never changes. What a person has is `full`, or less; one attribute at most changes from one file to
 * the next, and never an anchor.
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

/** A person's own firm: its number is personal, its name changes. */
export interface SoleTrader {
  readonly organizationNumber: string;
  readonly website: string;
  name: string;
}

/** Records that files bring again and again: in another order, fewer, with more in them. */
export interface People {
  readonly persons: readonly Person[];
  readonly soleTraders: readonly SoleTrader[];
  readonly organizationNumbers: readonly string[];
  /** The next file of contacts; its lines are records. Told which persons are in it. */
  nextContacts(random: Random): object[];
  nextOrganizations(random: Random): object[];
}

const FIRMS = 6;
const TRADERS = 4;
/** How much of all a file brings. */
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
      const chosen = random.some(persons, all);
      if (!isFirst) for (const person of chosen) change(person, random);
      return chosen.map(recordOf);
    },
    nextOrganizations(random) {
      files.organizations += 1;
      for (const trader of soleTraders)
        trader.name = `Exempels ${random.pick(['Bageri', 'Rör', 'Bygg'])} ${files.organizations}`;
      const traders = soleTraders.map((trader) => ({ countryCode: 'SE', soleTrader: true, ...trader }));
      const all = [...companies, ...traders];
      return random.some(all, files.organizations === 1 ? all.length : random.between(4, all.length));
    },
  };
}

/** Two namesakes with addresses of their own, and people that are known by a page, by phone and name, and by name only. */
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
  // From before the import on: reads may see it at any moment.
  for (const type of ['email', 'phone'] as const) person.ever[type].add(valueOf(person, type));
}

function recordOf(person: Person): object {
  const { organizationNumber, name, jobTitle, current, full, isDecisionMaker } = person;
  const attributes = Object.fromEntries([...current].map((attribute) => [attribute, full[attribute]]));
  return { organization: { countryCode: 'NO', organizationNumber }, name, jobTitle, isDecisionMaker, ...attributes };
}

/** What of a person is on record now. */
export function valueOf({ current, full }: Person, type: 'email' | 'phone'): string | undefined {
  return current.has(type) ? full[type] : undefined;
}

/** A person as something to spend on. */
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
