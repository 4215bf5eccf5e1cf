import { expect } from 'chai';
import fc from 'fast-check';
import { openImportBench, type ImportBench } from './testing.js';

const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const PERSONS = 5;
/** Namesakes are mostly Anna; the others often have their given name to themselves. */
const GIVEN_NAMES = ['Anna', 'Anna', 'Bo', 'Kari', 'Ola', 'Per'];
const SURNAMES = ['Berg', 'Dal'];

/** Read by persons whose given name nobody else has. */
const SHARED_EMAIL = 'post@fjellvik.example';

/** What a file says of a person. Every page, phone and other address is one person's, and the person's number is in it. */
interface Said {
  readonly name: string;
  readonly page?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}
type Attribute = 'page' | 'email' | 'phone';
const ATTRIBUTES: readonly Attribute[] = ['page', 'email', 'phone'];

/** A person of the model. Who is whom is known here by `number`, and never told to the import but as a job title. */
interface Person {
  readonly number: number;
  readonly given: string;
  /** What is on record of the person, unless the import refused it. */
  readonly said: Said;
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
  /** The record has the id that is on record. */
  readonly withId: boolean;
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  who: fc.nat(PERSONS - 1),
  what: fc.constantFrom('nothing', 'gain', 'lose', 'change', 'change', 'rename'),
  attribute: fc.constantFrom(...ATTRIBUTES),
  surname: fc.constantFrom(...SURNAMES),
  withId: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
});
/** Any selection of the persons in any order, each with at most one thing changed. */
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
      const said = { name: `${drawn.given} ${drawn.surname}`, ...Object.fromEntries(values) };
      return { number, given: drawn.given, said, shares: drawn.shares };
    });

/** Few, so that what changes is often all that there was. */
const anyKeys: fc.Arbitrary<readonly Attribute[]> = fc.oneof(
  fc.constantFrom(...ATTRIBUTES).map((attribute) => [attribute]),
  fc.subarray([...ATTRIBUTES], { minLength: 1 }),
);

const anyPersons = (has: fc.Arbitrary<readonly Attribute[]>): fc.Arbitrary<Person[]> =>
  fc.tuple(...Array.from({ length: PERSONS }, (_, number) => anyPerson(has, number))).map((persons) =>
    persons.map(({ shares, ...person }) => {
      const { given, said } = person;
      const reads = shares && said.email !== undefined && persons.filter((each) => each.given === given).length === 1;
      return reads ? { ...person, said: { ...said, email: SHARED_EMAIL } } : person;
    }),
  );

const withKeys = (person: Person, attributes: readonly Attribute[]): Person => {
  const values = attributes.map((attribute) => [attribute, valueOf(person.number, attribute, 0)] as const);
  return { ...person, said: { ...person.said, ...Object.fromEntries(values) } };
};

/** One attribute gained, changed or lost; never the last of those that tell the person apart from namesakes. */
function edited({ number, given, said }: Person, edit: Edit, keeps: (said: Said) => boolean): Said {
  const { what, attribute, surname } = edit;
  const has = said[attribute] !== undefined;
  const fresh = { ...said, [attribute]: valueOf(number, attribute, (version += 1)) };
  const after: Said | false =
    (what === 'gain' && !has && fresh) ||
    // Another page is another person.
    (what === 'change' && has && attribute !== 'page' && fresh) ||
    (what === 'lose' && has && { ...said, [attribute]: undefined }) ||
    (what === 'rename' && (said.page ?? said.email) !== undefined && { ...said, name: `${given} ${surname}` });
  return after !== false && keeps(after) ? after : said;
}

/** A line of a file, and who it is about. */
interface Line {
  readonly number: number;
  readonly said: Said;
  readonly id?: string | undefined;
}

const asRecord = ({ number, said: { page, ...said }, id }: Line): object => ({
  organization: ORGANIZATION,
  jobTitle: String(number),
  linkedInUrl: page && `https://www.linkedin.com/in/${page}`,
  ...said,
  id,
});

const keysOf = (said: Said): Attribute[] => ATTRIBUTES.filter((attribute) => said[attribute] !== undefined);

describe('laws of identity', function () {
  this.timeout(120_000);
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [{ ...ORGANIZATION, name: 'Fjellvik AS' }]);
  });
  after(() => bench.close());

  /** The world beside the import: who is who, and which id each person was first given. */
  function world(persons: readonly Person[]) {
    const known = [...persons];
    const idOf = new Map<number, string>();
    return {
      /** A record of a person with at most one thing changed, for `load`. */
      record(edit: Edit, keeps: (said: Said) => boolean): Line {
        const person = known[edit.who] as Person;
        const id = idOf.get(edit.who);
        return { number: edit.who, said: edited(person, edit, keeps), id: edit.withId ? id : undefined };
      },
      /** Imports what is said of persons; returns those that were refused. */
      async load(lines: readonly Line[]): Promise<Set<number>> {
        const { rejects } = await bench.run('contacts', lines.map(asRecord));
        const refused = new Set(rejects.map(({ line }) => lines[line - 1]?.number ?? -1));
        for (const { number, said } of lines) {
          if (!refused.has(number)) known[number] = { ...(known[number] as Person), said };
        }
        await expectNobodyIsAnother();
        return refused;
      },
    };

    /** Each id means the person that it meant at first, in everything that could be revealed of it, and each person has one id. */
    async function expectNobodyIsAnother(): Promise<void> {
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

  it('no id changes its person, whatever is gained, changed, lost, left out or put in another order', async () => {
    const law = fc.asyncProperty(anyPersons(anyKeys), anyOrder, anyFiles, async (persons, order, files) => {
      await clear();
      const { load, record } = world(persons);
      const first = order.map((number) => ({ number, said: (persons[number] as Person).said }));
      expect((await load(first)).size, 'everybody can be told apart').to.equal(0);
      for (const file of files) {
        const records = file.map((edit) => record(edit, (said) => keysOf(said).length > 0));
        const refused = await load(records);
        if (refused.size > 0) continue;
        // The same file again, in another order, changes nothing.
        const again = await bench.rows('select xmin::text, id from directory.contacts order by id');
        expect((await load(records.toReversed())).size).to.equal(0);
        expect(await bench.rows('select xmin::text, id from directory.contacts order by id')).to.deep.equal(again);
      }
    });
    await fc.assert(law, { numRuns: 20 });
  });

  it('nobody is refused and every id stays where namesakes always contradict each other, also when they come one by one', async () => {
    const distinct = fc.boolean().chain((byPage) => {
      const always: readonly Attribute[] = byPage ? ['page'] : ['email', 'phone'];
      return fc.record({ always: fc.constant(always), persons: anyPersons(anyKeys) });
    });
    const law = fc.asyncProperty(distinct, anyFiles, async ({ always, persons: drawn }, files) => {
      await clear();
      const isNamesake = ({ said }: Person) => drawn.filter((each) => each.said.name === said.name).length > 1;
      const persons = drawn.map((person) => (isNamesake(person) ? withKeys(person, always) : person));
      const { load, record } = world(persons);
      const keeps = (said: Said) => {
        const needed = persons.filter((each) => each.said.name === said.name).length > 1 ? always : [];
        return keysOf(said).length > 0 && needed.every((attribute) => said[attribute] !== undefined);
      };
      for (const file of files) {
        // A new name could be that of somebody who is not there yet.
        const edits = file.map((edit) => (edit.what === 'rename' ? { ...edit, what: 'nothing' as const } : edit));
        const records = edits.map((edit) => record(edit, keeps));
        expect((await load(records)).size, 'refused').to.equal(0);
      }
    });
    await fc.assert(law, { numRuns: 40 });
  });
});
