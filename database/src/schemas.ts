import { accountsSchema } from '@prospecting/admin-service/migrations';
import { creditsSchema } from '@prospecting/credits-service/migrations';
import { directorySchema } from '@prospecting/directory/migrations';
import { edgeSchema } from '@prospecting/gateway/migrations';
import type { SchemaModule } from '@prospecting/platform/postgres';
import { revealSchema } from '@prospecting/reveal-service/migrations';

/** Every schema of the product, in the order in which they are migrated. */
export const schemas: readonly SchemaModule[] = [
  directorySchema,
  revealSchema,
  creditsSchema,
  // Precedes `edge`, whose migrations move the accounts of an earlier release into this schema.
  accountsSchema,
  edgeSchema,
];

/** The names of the roles that services and imports log in as. */
export const runtimeRoles: readonly string[] = [...new Set(schemas.flatMap((schema) => schema.runtimeRoles))];
