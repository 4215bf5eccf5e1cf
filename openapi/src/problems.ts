import { contract } from './document.js';
import type { Problem, ProblemCode } from './generated/api.js';
import { PROBLEM_CODES } from './vocabulary.js';

/** The meaning of one problem code, from its example in the document. */
export interface ProblemKind {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** The exact members that it carries in addition to those of every problem. */
  readonly members: readonly string[];
  readonly whatHappened: string;
  readonly whatToDo: string;
  readonly example: Problem;
}

/** The members of every problem. */
const COMMON_MEMBERS: ReadonlySet<string> = new Set(contract.components.schemas['Problem']?.required);

/** The members that only some problems carry. */
export const SPECIAL_MEMBERS: readonly string[] = Object.keys(
  contract.components.schemas['Problem']?.properties ?? {},
).filter((name) => !COMMON_MEMBERS.has(name));

/** Every problem of the contract, by code. */
export const problemKinds = Object.fromEntries(PROBLEM_CODES.map((code) => [code, kindOf(code)])) as Readonly<
  Record<ProblemCode, ProblemKind>
>;

/** Returns true for a code of the contract. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === 'string' && Object.hasOwn(problemKinds, value);
}

function kindOf(code: ProblemCode): ProblemKind {
  const described = contract.components.examples[code];
  if (described === undefined) throw new Error(`contract/problems.yaml has no example for the code ${code}`);
  const { summary, value, 'x-what-to-do': whatToDo } = described;
  const example = value as Problem;
  return {
    code,
    status: example.status,
    title: example.title,
    retryable: example.retryable,
    members: Object.keys(example).filter((name) => !COMMON_MEMBERS.has(name)),
    whatHappened: summary,
    whatToDo,
    example,
  };
}
