import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Refusal } from './answers.js';
import { DEFINITIONS } from './definitions.js';

/** The input of each tool, as its JSON Schema in `definitions.ts` describes it. */
export interface Inputs {
  readonly find_people: {
    readonly people: readonly {
      readonly name?: string;
      readonly organization_domain?: string;
      readonly linkedin_url?: string;
    }[];
  };
  readonly list_contacts: {
    readonly organization_domain?: string;
    readonly organization_number?: string;
    readonly page?: string;
  };
  readonly quote_reveal: {
    readonly contact_ids: readonly string[];
    readonly info_types: readonly ('email' | 'phone')[];
  };
  readonly reveal: { readonly quote_id: string };
}

const ajv = new Ajv2020();
const validators = new Map<string, ValidateFunction>(
  DEFINITIONS.map(({ name, parameters }) => [name, ajv.compile(parameters)]),
);

/** Checks what a model sent against the schema that it was given. Models invent parameters. */
export function readInput<Name extends keyof Inputs>(name: Name, input: unknown): Inputs[Name] {
  const validate = validators.get(name);
  if (validate?.(input) === true) return input as Inputs[Name];
  const found = (validate?.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty']).slice(0, 40)})` : '';
    return `${instancePath === '' ? 'input' : instancePath} ${message ?? 'is wrong'}${extra}`;
  });
  throw new Refusal('invalid_input', `${found.join('; ')}. Nothing was done.`);
}
