import { BUCKET_NAMES, type BucketName } from '@prospecting/openapi';
import { z } from '@prospecting/platform/config';
import { validationFailed } from '@prospecting/platform/errors';
import { MAX_CREDITS, parseCredits } from '@prospecting/platform/amounts';

/**
 * Rejects control characters and lone surrogates, which PostgreSQL or a terminal may not accept,
 * and outer white space.
 */
const CLEAN = /^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u;

function text(maxLength: number): z.ZodString {
  return z
    .string()
    .max(maxLength)
    .regex(CLEAN, 'must be text without control characters and without white space at its ends');
}

export const name = text(200);
export const priceGroup = text(64);
/** credits-service has the same maximum length. */
export const reference = text(255);

/** A UUID, converted to lower case. */
export const uuid = z.guid('must be a UUID').toLowerCase();

/** Role codes in lower_snake_case. Duplicates are removed. */
export const targetRoles = z
  .array(
    z
      .string()
      .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'must be a role code in lower_snake_case')
      .max(64),
  )
  .max(100)
  .transform((roles) => [...new Set(roles)]);

/** Converts credits to millicredits. */
export const credits = z.number().transform((value, context) => {
  const millicredits = parseCredits(value);
  if (millicredits !== undefined) return millicredits;
  context.addIssue({ code: 'custom', message: `must be from 0 to ${MAX_CREDITS} with at most 3 decimals` });
  return z.NEVER;
});

const limit = z.number().int().min(1).max(1_000_000).optional();

/** Requests a minute by rate bucket. */
export const limits = z.strictObject(
  Object.fromEntries(BUCKET_NAMES.map((bucket) => [bucket, limit])) as Record<BucketName, typeof limit>,
);

/**
 * Validates a body or query parameters. Throws `validation_failed` that names every invalid field.
 */
export function parseFields<Shape extends z.ZodType>(shape: Shape, input: unknown): z.output<Shape> {
  const parsed = shape.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const path = issue.path.map(String);
    if (unknown.length === 0) add(errors, path.join('.') || 'body', issue.message);
    for (const key of unknown) add(errors, [...path, key].join('.'), 'is not a known field');
  }
  throw validationFailed(errors);
}

function add(errors: Record<string, string[]>, field: string, message: string): void {
  errors[field] = [...(errors[field] ?? []), message];
}
