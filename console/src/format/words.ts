import type { RevealSubject } from '../api/types.js';

const INFO_TYPES: Readonly<Record<string, string>> = {
  details: 'Details',
  email: 'E-mail',
  phone: 'Phone',
  linkedIn: 'LinkedIn',
};

const SUBJECTS: Readonly<Record<RevealSubject, string>> = {
  contact: 'Contact',
  organization: 'Organization',
  switchboard: 'Switchboard',
};

const COUNTRIES: Readonly<Record<string, string>> = { SE: 'Sweden', NO: 'Norway', DK: 'Denmark', FI: 'Finland' };

/** What people do, by the action of a line of the trail. */
const ACTIONS: Readonly<Record<string, string>> = {
  'account.create': 'Created the account',
  'account.update': 'Changed the account',
  'credits.grant': 'Granted credits',
  'credits.subscribe': 'Changed the subscription',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'key.roll': 'Rolled a key',
  'console.link': 'Issued a sign-in link',
  'owned_emails.add': 'Added owned addresses',
  'owned_emails.remove': 'Removed owned addresses',
  'person.erase': 'Erased a person',
  'price.set': 'Set a price',
  'reservation.settle': 'Settled a reservation',
  'user.add': 'Added a user',
  'user.bind': 'Signed in by OIDC for the first time',
  'user.disable': 'Disabled a user',
};

export function infoTypeName(infoType: string): string {
  return INFO_TYPES[infoType] ?? infoType;
}

/** Returns what a price or a reveal is of: `Contact: e-mail`. */
export function pricedName(subject: string, infoType: string): string {
  const name = infoTypeName(infoType);
  return `${subjectName(subject)}: ${name === 'LinkedIn' ? name : name.toLowerCase()}`;
}

export function subjectName(subject: string): string {
  return SUBJECTS[subject as RevealSubject] ?? subject;
}

export function countryName(code: string): string {
  return COUNTRIES[code] ?? code;
}

export function actionName(action: string): string {
  return ACTIONS[action] ?? sentenceOf(action);
}

/** Returns a code such as `head_of_sales` as words: `Head of sales`. */
export function sentenceOf(code: string): string {
  const words = code.replaceAll(/[._-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
