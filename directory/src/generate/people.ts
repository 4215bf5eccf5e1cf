import { slugOf } from './identities.js';
import { weighted, type Random } from './random.js';
import type { Words } from './words.js';

/** The role of a person in an organization. */
export interface Position {
  readonly jobTitle: string;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
  readonly roles: readonly string[];
}

/** An executive is also a decision maker, a manager only a decision maker, and staff neither. */
type Rank = 'executive' | 'manager' | 'staff';

function position(jobTitle: string, rank: Rank, ...roles: string[]): Position {
  return { jobTitle, isExecutive: rank === 'executive', isDecisionMaker: rank !== 'staff', roles };
}

export const CHIEF_EXECUTIVE = position('Chief Executive Officer', 'executive', 'ceo');

export const pickPosition = weighted<Position>([
  [position('Chief Financial Officer', 'executive', 'cfo'), 6],
  [position('Chief Technology Officer', 'executive', 'cto'), 4],
  [position('Chief Operating Officer', 'executive', 'coo'), 3],
  [position('Chairman of the Board', 'executive', 'chairman'), 3],
  [position('Founder', 'executive', 'founder'), 3],
  [position('Head of Sales', 'manager', 'head_of_sales'), 8],
  [position('Head of Marketing', 'manager', 'head_of_marketing'), 6],
  [position('Head of Procurement', 'manager', 'head_of_procurement'), 4],
  [position('Human Resources Manager', 'manager', 'head_of_hr'), 6],
  [position('IT Manager', 'manager', 'head_of_it'), 6],
  [position('Production Manager', 'manager', 'head_of_production'), 5],
  [position('Sales and Marketing Director', 'manager', 'head_of_sales', 'head_of_marketing'), 3],
  [position('Sales Representative', 'staff', 'sales'), 10],
  [position('Software Developer', 'staff', 'developer'), 8],
  [position('Accountant', 'staff', 'finance'), 6],
  [position('Project Manager', 'staff', 'project_manager'), 9],
  [position('Engineer', 'staff'), 8],
  [position('Customer Support Specialist', 'staff', 'support'), 6],
]);

export interface Person {
  readonly name: string;
  /** Local part of the e-mail address: given name and surname. */
  readonly mailbox: string;
}

const MIDDLE_NAME_SHARE = 0.12;
const DOUBLE_SURNAME_SHARE = 0.06;

/** Tries to draw a free name before a number makes the name unique. */
const MAX_TRIES = 50;

/**
 * Invents a person whose given name and surname are unique in the organization, because the import
 * rejects namesakes that nothing distinguishes.
 *
 * @param mailboxes taken in the organization so far; the new person's is added
 */
export function inventColleague(words: Words, mailboxes: Set<string>, random: Random): Person {
  let person = inventPerson(words, random);
  for (let tries = 1; mailboxes.has(person.mailbox) && tries < MAX_TRIES; tries++) person = inventPerson(words, random);
  if (mailboxes.has(person.mailbox)) {
    const number = mailboxes.size;
    person = { name: `${person.name}-${number}`, mailbox: `${person.mailbox}-${number}` };
  }
  mailboxes.add(person.mailbox);
  return person;
}

/** Invents a person with a common given name and an invented surname. */
function inventPerson(words: Words, random: Random): Person {
  const given = random.pick(words.givenNames);
  const middle = random.chance(MIDDLE_NAME_SHARE) ? ` ${random.pick(words.givenNames)}` : '';
  const last = random.pick(words.surnames);
  const surname = random.chance(DOUBLE_SURNAME_SHARE) ? `${last}-${random.pick(words.surnames)}` : last;
  return { name: `${given}${middle} ${surname}`, mailbox: `${slugOf(given)}.${slugOf(surname)}` };
}
