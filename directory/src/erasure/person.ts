import { parseEmail, parsePersonPage, parseUuid } from '../identifiers/index.js';

/** How an operator names the person. */
export type PersonReference =
  | { readonly kind: 'contact'; readonly id: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'linkedIn'; readonly slug: string };

/** Parses what an operator writes; `undefined` when it is malformed. */
export function parsePerson(kind: PersonReference['kind'], text: string): PersonReference | undefined {
  switch (kind) {
    case 'contact': {
      const id = parseUuid(text);
      return id === undefined ? undefined : { kind, id };
    }
    case 'email': {
      const email = parseEmail(text);
      return email === undefined ? undefined : { kind, email };
    }
    case 'linkedIn': {
      const slug = parsePersonPage(text);
      return slug === undefined ? undefined : { kind, slug };
    }
  }
}

/** Returns the parameters of `selectPerson`. */
export function personValues(
  person: PersonReference,
): readonly [id: string | null, email: string | null, slug: string | null] {
  return [
    person.kind === 'contact' ? person.id : null,
    person.kind === 'email' ? person.email : null,
    person.kind === 'linkedIn' ? person.slug : null,
  ];
}
