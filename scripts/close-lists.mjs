// Prints openapi/openapi.json with its open lists closed. Customers' types must accept values that
// are added later, so the document lists known values as `x-extensible-enum`; the types of this
// repository know exactly these values.
import { readFileSync } from 'node:fs';

const document = JSON.parse(readFileSync(new URL('../openapi/openapi.json', import.meta.url), 'utf8'));
for (const schema of Object.values(document.components.schemas)) {
  const known = schema['x-extensible-enum'];
  if (known !== undefined) schema.enum = known;
}
process.stdout.write(JSON.stringify(document));
