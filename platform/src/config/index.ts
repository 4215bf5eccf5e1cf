import { z } from 'zod';
import { readVariable, type Environment } from './variables.js';

export { problemsOfFile, readVariable, type Environment, type Variable } from './variables.js';

/**
 * Lists every problem with the environment. `main.ts` prints it and exits 1. Never shows a value:
 * it may be a secret.
 */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`bad configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads a service's configuration from environment variables, or from the files that their `_FILE`
 * twins name. Throws ConfigError naming every missing or invalid variable.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Environment,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const variables = new Map(Object.keys(shape).map((name) => [name, readVariable(name, env)]));
  const values = [...variables].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]));
  const parsed = z.object(shape).safeParse(Object.fromEntries(values));
  const unread = [...variables.values()].flatMap(({ problem }) => problem ?? []);
  if (parsed.success && unread.length === 0) return Object.freeze(parsed.data);
  const invalid = (parsed.error?.issues ?? []).flatMap(({ path, message }) => {
    const name = String(path[0]);
    const { value, file, problem } = variables.get(name) ?? {};
    if (problem !== undefined) return [];
    if (value === undefined) return `${name} is not set`;
    return file === undefined ? `${name}: ${message}` : `${name} (from ${file}): ${message}`;
  });
  throw new ConfigError([...unread, ...invalid]);
}

function wholeNumber(minimum: number, maximum: number, sentence: string): z.ZodType<number> {
  return z.coerce.number(sentence).int(sentence).min(minimum, sentence).max(maximum, sentence);
}

/** Field types of configurations. */
export const field = {
  port: (): z.ZodType<number> => wholeNumber(0, 65_535, 'must be a port, 0 to 65535'),
  integer: (minimum: number, maximum: number): z.ZodType<number> =>
    wholeNumber(minimum, maximum, `must be a whole number, ${minimum} to ${maximum}`),
  ratio: (): z.ZodType<number> => z.coerce.number().min(0).max(1),
  text: (): z.ZodType<string> => z.string().min(1),
  boolean: (): z.ZodType<boolean> =>
    z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true'),
  /** A postgres:// or postgresql:// URL. */
  databaseUrl: (): z.ZodType<string> =>
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// URL', abort: true })
      .refine((url) => URL.canParse(url), 'must be a URL: percent-encode what is special in its password'),
  redisUrl: (): z.ZodType<string> => z.string().regex(/^rediss?:\/\//, 'must be a redis:// URL'),
  httpUrl: (): z.ZodType<string> => z.string().regex(/^https?:\/\/\S+$/, 'must be an http(s) URL'),
  /** At least 32 characters: the length of an HMAC key. */
  secret: (): z.ZodType<string> => z.string().min(32, 'must have at least 32 characters'),
  /** Comma-separated secrets: the first signs, all of them verify. */
  secrets: (): z.ZodType<string[]> =>
    z
      .string()
      .transform((text) => text.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32, 'each must have at least 32 characters')).min(1)),
};

export { z };
