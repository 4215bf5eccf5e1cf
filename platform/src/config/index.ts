import { z } from 'zod';

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
 * Reads a service's configuration from environment variables. An empty variable counts as missing.
 * Throws ConfigError naming every missing or invalid variable.
 */
export function readConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<z.output<z.ZodObject<Shape>>> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = z.object(shape).safeParse(present);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return name in present ? `${name}: ${issue.message}` : `${name} is not set`;
    }),
  );
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
  databaseUrl: (): z.ZodType<string> => z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL'),
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
