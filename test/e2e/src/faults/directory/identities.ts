import { ask } from '../money/exchange.js';
import { revealableOf, type People } from './people.js';
import type { Revealable } from './records.js';

/** Who each id names: persons by job title, sole traders by number. */
export type Identities = ReadonlyMap<string, string>;

/** Reads who is behind each id from the API. Throws when it does not answer. */
export async function readIdentities(baseUrl: string, key: string, people: People): Promise<Identities> {
  const answerTo = async (path: string, body: object) => {
    const answer = await ask(baseUrl, key, path, body);
    if (answer?.status !== 200) throw new Error(`${path}: unexpected answer ${answer?.text}`);
    return answer.results;
  };
  const identities = new Map<string, string>();
  const listed = await answerTo('/organizations/contacts/match', {
    items: people.organizationNumbers.map((orgNumber) => ({ orgNumber, countryCode: 'NO' })),
  });
  for (const { contacts = [] } of listed) {
    for (const { id, jobTitle = '' } of contacts) identities.set(id, jobTitle);
  }
  const numbers = people.soleTraders.map(({ organizationNumber }) => organizationNumber);
  const traders = await answerTo('/organizations/match', {
    items: numbers.map((orgNumber) => ({ orgNumber, countryCode: 'SE' })),
  });
  traders.forEach(({ organization }, index) => {
    if (organization !== undefined) identities.set(organization.id, numbers[index] as string);
  });
  return identities;
}

/** Returns every id that names someone else than before, and everyone who has a new id. */
export function compareIdentities(before: Identities, after: Identities): string[] {
  const changed = [...before].flatMap(([id, who]) =>
    after.get(id) === who ? [] : [`id ${id} named ${who}, now names ${after.get(id) ?? 'nobody'}`],
  );
  const added = [...after].filter(([id]) => !before.has(id)).map(([id, who]) => `${who} now has another id, ${id}`);
  return [...changed, ...added];
}

/** Returns the persons and sole traders as subjects to spend on. */
export function revealablesOf(identities: Identities, { persons, soleTraders }: People): Revealable[] {
  return [...identities].map(([id, who]) => {
    const person = persons.find(({ jobTitle }) => jobTitle === who);
    if (person !== undefined) return revealableOf(person, id);
    const trader = soleTraders.find(({ organizationNumber }) => organizationNumber === who);
    if (trader === undefined) throw new Error(`no record for ${who}`);
    return {
      kind: 'organization',
      id,
      everHad: () => new Set([trader.website]),
      has: () => trader.website,
      mayHave: () => true,
    };
  });
}
