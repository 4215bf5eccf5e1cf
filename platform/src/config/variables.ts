import { accessSync, constants, readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Added to a variable's name, it names the variable with the path of a file that has the value. */
const FILE_SUFFIX = '_FILE';

/**
 * The value of a variable. An absent `value` means that it is not set, or that there is a
 * `problem`.
 */
export interface Variable {
  readonly value?: string;
  /** The file that the value is from. */
  readonly file?: string;
  /** A sentence that begins with the variable's name. */
  readonly problem?: string;
}

/**
 * Reads the variable `name` from the environment, or from the file that `<name>_FILE` names,
 * without one line break at its end. An empty variable counts as not set. Reports a problem when
 * both are set, and when the file is missing, unreadable or empty.
 */
export function readVariable(name: string, env: Environment): Variable {
  const fileVariable = name + FILE_SUFFIX;
  const [value, file] = [env[name], env[fileVariable]];
  if (!isSet(file)) return isSet(value) ? { value } : {};
  if (isSet(value)) return { problem: `${name} and ${fileVariable} are both set; set one of them` };
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `${fileVariable}: ${file} is empty` } : { value: text, file };
  } catch (error) {
    return { problem: `${fileVariable}: ${file} ${reasonOf(error)}` };
  }
}

/** Returns what keeps this process from reading the file that the variable `name` names, if anything. */
export function problemsOfFile(name: string, file: string): string[] {
  try {
    accessSync(file, constants.R_OK);
    return [];
  } catch (error) {
    return [`${name}: ${file} ${reasonOf(error)}`];
  }
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
}
