import { contactsOf } from '@prospecting/directory/generate';
import {
  recordsOf,
  type ContactRecord,
  type Directory,
  type OrganizationRecord,
} from '@prospecting/e2e/support/records.js';

export interface InventedDirectory extends Directory {
  readonly organizations: readonly OrganizationRecord[];
  readonly contacts: readonly ContactRecord[];
}

/**
 * Invents organizations with the same number of contacts each. Every contact has an e-mail address;
 * every other one has a phone.
 * @param test `import.meta.url` of the test
 */
export function inventDirectory(test: string, organizations: number, contactsPer: number): InventedDirectory {
  const { organization, contact } = recordsOf(test);
  const invented = Array.from({ length: organizations }, (_, index) => {
    const domain = `firma${index}.example`;
    return organization({ name: `Firma ${index} AS`, domains: [domain], city: 'Bergen', website: `https://${domain}` });
  });
  const contacts = invented.flatMap((at, firm) =>
    Array.from({ length: contactsPer }, (_, index) =>
      contact(at, {
        name: `${wordOf(index)} ${wordOf(firm)}stad`,
        jobTitle: index === 0 ? 'CEO' : 'Seller',
        isExecutive: index === 0,
        roles: [index === 0 ? 'ceo' : 'seller'],
        email: `${wordOf(index).toLowerCase()}@firma${firm}.example`,
        ...(index % 2 === 0 && { phone: `+47990${String(firm * contactsPer + index).padStart(5, '0')}` }),
        linkedInUrl: `https://www.linkedin.com/in/invented-${firm}-${index}`,
      }),
    ),
  );
  return { organizations: invented, contacts };
}

/** Returns a word of its own for each number, so that no two invented people have the same name. */
function wordOf(number: number): string {
  const letters = Array.from(String(number), (digit) => 'abdefghijk'[Number(digit)]);
  return `X${letters.join('o')}a`;
}

/** The first organizations of the sample data, and how it makes its contacts; see directory/src/sample. */
const SAMPLE_NUMBERS = ['894973552', '913460197'];
const SAMPLE_CONTACTS_PER = 3;
const SAMPLE_SEED = 15;

/**
 * Returns what the samples of the examples ask for: two organizations, with the same invented
 * people as `npm start` has there.
 * @param test `import.meta.url` of the test
 */
export function sampleDirectory(test: string): InventedDirectory {
  const { organization, contact } = recordsOf(`${test} sample`);
  const organizations = SAMPLE_NUMBERS.map((organizationNumber, index) =>
    organization({ name: `Sample ${index + 1} AS`, organizationNumber }),
  );
  const identified = organizations.map(({ countryCode, organizationNumber }) => {
    return { countryCode, organizationNumber, domain: `no${organizationNumber}.example` };
  });
  const generated = [...contactsOf(identified, SAMPLE_CONTACTS_PER, SAMPLE_SEED)].map(
    (line) => JSON.parse(line) as Sample,
  );
  const contacts = generated.map(({ organization: { organizationNumber: number }, ...person }) => {
    const at = organizations.find(({ organizationNumber }) => organizationNumber === number);
    if (at === undefined) throw new Error(`the sample has a contact at ${number}`);
    return contact(at, person);
  });
  return { organizations, contacts };
}

type Sample = Omit<ContactRecord, 'id' | 'organization'> & {
  readonly organization: { readonly organizationNumber: string };
};
