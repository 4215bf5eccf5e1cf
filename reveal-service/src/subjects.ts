import type { reveal } from '@prospecting/protos';

/*
 * The closed list of what can be revealed and priced. Everything in this package that knows a
 * subject or an info type derives it from `INFO_TYPES`. README.md, "Add an info type", lists what
 * follows.
 */

/**
 * A kind of subject: `contact`, `switchboard` or `organization`. The enum of reveal.proto declares
 * them.
 */
export type Subject = Lowercase<NameOf<reveal.SubjectKind>>;

type NameOf<Kind> = Kind extends `SUBJECT_KIND_${infer Name}` ? Exclude<Name, 'UNSPECIFIED'> : never;

interface InfoTypeTraits {
  /** Price where neither the price group nor the group `default` sets one. */
  readonly defaultMillicredits: number;
  /** The value is never masked, so it is never revealed or charged. Default: false. */
  readonly isPublic?: true;
}

/** The info types of each subject, in the order in which prices are listed. */
export const INFO_TYPES = {
  contact: {
    email: { defaultMillicredits: 200 },
    phone: { defaultMillicredits: 1000 },
    linkedIn: { defaultMillicredits: 0, isPublic: true },
  },
  switchboard: {
    email: { defaultMillicredits: 200 },
    phone: { defaultMillicredits: 1000 },
  },
  organization: {
    details: { defaultMillicredits: 200 },
  },
} as const satisfies Record<Subject, Record<string, InfoTypeTraits>>;

type Table = typeof INFO_TYPES;

/** The info types of one subject; of several subjects, the info types of any of them. */
export type InfoTypeOf<S extends Subject> = S extends Subject ? keyof Table[S] & string : never;

/** An info type of any subject: `email`, `phone`, `linkedIn` or `details`. */
export type InfoType = InfoTypeOf<Subject>;

/** The info types of subjects that are masked until the account reveals them. */
export type MaskedInfoTypeOf<S extends Subject> = S extends Subject
  ? {
      [Name in keyof Table[S]]: Table[S][Name] extends { readonly isPublic: true } ? never : Name & string;
    }[keyof Table[S]]
  : never;

/** Identifies what an account can reveal. */
export interface RevealKey {
  readonly kind: Subject;
  /** A contact's id; the organization's id for a switchboard and for details. */
  readonly subjectId: string;
  readonly infoType: InfoType;
}

/** One entry of an order. An order may contain the same subject several times. */
export interface WantedSubject {
  readonly kind: Subject;
  readonly subjectId: string;
  /** Without duplicates, in the order of the request. */
  readonly infoTypes: readonly InfoType[];
  /** The identifiers that the result of an organization shows anyway; empty for other subjects. */
  readonly shownIdentifiers: readonly string[];
}

export const SUBJECTS = Object.keys(INFO_TYPES) as readonly Subject[];

const SUBJECT_OF_KIND: ReadonlyMap<string, Subject> = new Map(
  SUBJECTS.map((subject) => [`SUBJECT_KIND_${subject.toUpperCase()}`, subject]),
);

/** Returns the subject of a proto kind; `undefined` for an unspecified or unknown kind. */
export function subjectOfKind(kind: reveal.SubjectKind): Subject | undefined {
  return SUBJECT_OF_KIND.get(kind);
}

export function isSubject(text: string): text is Subject {
  return Object.hasOwn(INFO_TYPES, text);
}

/** Returns the info types of a subject, in the order of the table. */
export function infoTypesOf<S extends Subject>(subject: S): readonly InfoTypeOf<S>[] {
  return Object.keys(INFO_TYPES[subject]) as InfoTypeOf<S>[];
}

/** Returns true for an info type that is never masked, revealed or charged. */
export function isPublic(subject: Subject, infoType: string): boolean {
  const traits: Readonly<Record<string, InfoTypeTraits>> = INFO_TYPES[subject];
  return traits[infoType]?.isPublic === true;
}
