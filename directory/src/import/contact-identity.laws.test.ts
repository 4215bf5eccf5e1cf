import { expect } from 'chai';
import fc from 'fast-check';
import { openImportBench, type ImportBench } from '#testing/import.js';

const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const PERSONS = 5;
/** Anna twice, so that most namesakes are Annas and other given names are often unique. */
const GIVEN_NAMES = ['Anna', 'Anna', 'Bo', 'Kari', 'Ola', 'Per'];
const SURNAMES = ['Berg', 'Dal'];

/** An address that several persons read, each with a unique given name. */
const SHARED_EMAIL = 'post@fjellvik.example';

/**
 * The values of a person in a file. Every page, phone and other address belongs to one person and
 * contains the person's number.
 */
interface Profile {
  readonly name: string;
  readonly page?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}
type Attribute = 'page' | 'email' | 'phone';
const ATTRIBUTES: readonly Attribute[] = ['page', 'email', 'phone'];

/**
 * A person of the model, identified by `number`. The import sees the number only as a job title.
 */
interface Person {
  readonly number: number;
  readonly given: string;
  /** The values on record, unless the import rejected them. */
  readonly profile: Profile;
}

const valueOf = (number: number, attribute: Attribute, version: number): string => {
  if (attribute === 'page') return `${number}-person-${version}`;
  if (attribute === 'email') return `${number}.person.${version}@fjellvik.example`;
  return `+47221${number}${String(version).padStart(4, '0')}`;
};
const numberIn = (value: string, attribute: Attribute): number =>
  Number(attribute === 'phone' ? value.charAt('+47221'.length) : value.charAt(0));

interface Edit {
  readonly who: number;
  readonly what: 'nothing' | 'gain' | 'lose' | 'change' | 'rename';
  readonly attribute: Attribute;
  readonly surname: string;
  /** True when the record carries the person's id. */
  readonly withId: boolean;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  who: fc.nat(PERSONS - 1),
  what: fc.constantFrom('nothing', 'gain', 'lose', 'change', 'change', 'rename'),
  attribute: fc.constantFrom(...ATTRIBUTES),
  surname: fc.constantFrom(...SURNAMES),
  withId: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
});
/** Any selection of the persons in any order, each with at most one change. */
const anyFile = fc.uniqueArray(anyEdit, { selector: ({ who }) => who, minLength: 1, maxLength: 3 });
const anyFiles = fc.array(anyFile, { minLength: 2, maxLength: 6 });
const anyOrder = fc.shuffledSubarray(
  Array.from({ length: PERSONS }, (_, number) => number),
  { minLength: PERSONS },
);

let version = 0;

const anyPerson = (
  has: fc.Arbitrary<readonly Attribute[]>,
  number: number,
): fc.Arbitrary<Person & { shares: boolean }> =>
  fc
    .record({
      given: fc.constantFrom(...GIVEN_NAMES),
      surname: fc.constantFrom(...SURNAMES),
      has,
      shares: fc.nat(3).map((drawn) => drawn > 0),
    })
    .map((drawn) => {
      const values = drawn.has.map((attribute) => [attribute, valueOf(number, attribute, 0)] as const);
      const profile = { name: `${drawn.given} ${drawn.surname}`, ...Object.fromEntries(values) };
      return { number, given: drawn.given, profile, shares: drawn.shares };
    });

/** Few values, so that a change often affects the only one. */
const anyKeys: fc.Arbitrary<readonly Attribute[]> = fc.oneof(
  fc.constantFrom(...ATTRIBUTES).map((attribute) => [attribute]),
  fc.subarray([...ATTRIBUTES], { minLength: 1 }),
);

const anyPersons = (has: fc.Arbitrary<readonly Attribute[]>): fc.Arbitrary<Person[]> =>
  fc.tuple(...Array.from({ length: PERSONS }, (_, number) => anyPerson(has, number))).map((persons) =>
    persons.map(({ shares, ...person }) => {
      const { given, profile } = person;
      const reads =
        shares && profile.email !== undefined && persons.filter((each) => each.given === given).length === 1;
      return reads ? { ...person, profile: { ...profile, email: SHARED_EMAIL } } : person;
    }),
  );

const withKeys = (person: Person, attributes: readonly Attribute[]): Person => {
  const values = attributes.map((attribute) => [attribute, valueOf(person.number, attribute, 0)] as const);
  return { ...person, profile: { ...person.profile, ...Object.fromEntries(values) } };
};

/** Returns the profile with one attribute gained, changed or lost, if `keeps` allows it. */
function edited({ number, given, profile }: Person, edit: Edit, keeps: (profile: Profile) => boolean): Profile {
  const { what, attribute, surname } = edit;
  const has = profile[attribute] !== undefined;
  const fresh = { ...profile, [attribute]: valueOf(number, attribute, (version += 1)) };
  const after: Profile | false =
    (what === 'gain' && !has && fresh) ||
    // Another page would mean another person.
    (what === 'change' && has && attribute !== 'page' && fresh) ||
    (what === 'lose' && has && { ...profile, [attribute]: undefined }) ||
    (what === 'rename' && (profile.page ?? profile.email) !== undefined && { ...profile, name: `${given} ${surname}` });
  return after !== false && keeps(after) ? after : profile;
}

/** A line of a file and the number of its person. */
interface Line {
  readonly number: number;
  readonly profile: Profile;
  readonly id?: string | undefined;
}

const asRecord = ({ number, profile: { page, ...profile }, id }: Line): object => ({
  organization: ORGANIZATION,
  jobTitle: String(number),
  linkedInUrl: page && `https://www.linkedin.com/in/${page}`,
  ...profile,
  id,
});

const keysOf = (profile: Profile): Attribute[] => ATTRIBUTES.filter((attribute) => profile[attribute] !== undefined);

describe('identity of contacts', function () {
  this.timeout(120_000);
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [{ ...ORGANIZATION, name: 'Fjellvik AS' }]);
  });
  after(() => bench.close());

  /** The model beside the import: the persons, and the first id of each. */
  function createModel(persons: readonly Person[]) {
    const known = [...persons];
    const idOf = new Map<number, string>();
    return {
      /** Returns a record of a person with at most one change, for `load`. */
      record(edit: Edit, keeps: (profile: Profile) => boolean): Line {
        const person = known[edit.who] as Person;
        const id = idOf.get(edit.who);
        return { number: edit.who, profile: edited(person, edit, keeps), id: edit.withId ? id : undefined };
      },
      /** Imports records; returns the persons whose records were rejected. */
      async load(lines: readonly Line[]): Promise<Set<number>> {
        const { rejects } = await bench.run('contacts', lines.map(asRecord));
        const rejected = new Set(rejects.map(({ line }) => lines[line - 1]?.number ?? -1));
        for (const { number, profile } of lines) {
          if (!rejected.has(number)) known[number] = { ...(known[number] as Person), profile };
        }
        await expectStableIdentities();
        return rejected;
      },
    };

    /**
     * Expects that each person has one id, and that every value under an id is its first person's.
     */
    async function expectStableIdentities(): Promise<void> {
      const rows = await bench.rows<{ id: string; title: string } & Record<Attribute, string | null>>(
        `select id, job_title as title, linked_in_slug as page, email, phone
         from directory.contacts left join directory.contact_details on contact_id = id`,
      );
      expect(new Set(rows.map(({ title }) => title)).size, 'a person has one id').to.equal(rows.length);
      for (const row of rows) {
        const number = Number(row.title);
        if (!idOf.has(number)) idOf.set(number, row.id);
        expect(row.id, `the id of person ${number}`).to.equal(idOf.get(number));
        for (const attribute of ATTRIBUTES) {
          const value = row[attribute];
          if (value !== null && value !== SHARED_EMAIL)
            expect(numberIn(value, attribute), `${attribute} under an id`).to.equal(number);
        }
      }
    }
  }

  const clear = () => bench.rows('truncate directory.contacts cascade');

  it('never moves an id to another person, for any change, selection and order of records', async () => {
    const law = fc.asyncProperty(anyPersons(anyKeys), anyOrder, anyFiles, async (persons, order, files) => {
      await clear();
      const { load, record } = createModel(persons);
      const first = order.map((number) => ({ number, profile: (persons[number] as Person).profile }));
      expect((await load(first)).size, 'nobody is rejected at first').to.equal(0);
      for (const file of files) {
        const records = file.map((edit) => record(edit, (profile) => keysOf(profile).length > 0));
        const rejected = await load(records);
        if (rejected.size > 0) continue;
        // The same file in another order changes nothing.
        const again = await bench.rows('select xmin::text, id from directory.contacts order by id');
        expect((await load(records.toReversed())).size).to.equal(0);
        expect(await bench.rows('select xmin::text, id from directory.contacts order by id')).to.deep.equal(again);
      }
    });
    await fc.assert(law, { numRuns: 20 });
  });

  it('rejects nobody and keeps every id when namesakes always contradict each other', async () => {
    const distinct = fc.boolean().chain((byPage) => {
      const always: readonly Attribute[] = byPage ? ['page'] : ['email', 'phone'];
      return fc.record({ always: fc.constant(always), persons: anyPersons(anyKeys) });
    });
    const law = fc.asyncProperty(distinct, anyFiles, async ({ always, persons: drawn }, files) => {
      await clear();
      const isNamesake = ({ profile }: Person) => drawn.filter((each) => each.profile.name === profile.name).length > 1;
      const persons = drawn.map((person) => (isNamesake(person) ? withKeys(person, always) : person));
      const { load, record } = createModel(persons);
      const keeps = (profile: Profile) => {
        const needed = persons.filter((each) => each.profile.name === profile.name).length > 1 ? always : [];
        return keysOf(profile).length > 0 && needed.every((attribute) => profile[attribute] !== undefined);
      };
      for (const file of files) {
        // A new name could be that of a person who is not on record yet.
        const edits = file.map((edit) => (edit.what === 'rename' ? { ...edit, what: 'nothing' as const } : edit));
        const records = edits.map((edit) => record(edit, keeps));
        expect((await load(records)).size, 'rejected').to.equal(0);
      }
    });
    await fc.assert(law, { numRuns: 40 });
  });
});
