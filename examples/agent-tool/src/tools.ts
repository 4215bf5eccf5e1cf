import type { Contact, Prospecting } from '@prospecting/client';
import { answer, failure, Refusal, untrusted, type ToolResult } from './answers.js';
import { DEFINITIONS } from './definitions.js';
import { readInput, type Inputs } from './inputs.js';
import { Reveals } from './reveals.js';
import { Wallet, type Policy } from './wallet.js';

const PAGE_SIZE = 20;

/** The handler of the tools: one for each conversation, since it keeps what that one has spent. */
export interface Tools {
  /** Carries out a call of the model. Never throws: what goes wrong is an answer to the model as well. */
  call(name: string, input: unknown): Promise<ToolResult>;
}

export function createTools(prospecting: Prospecting, policy: Policy): Tools {
  const reveals = new Reveals(prospecting, new Wallet(policy));

  async function findPeople({ people }: Inputs['find_people']): Promise<object> {
    const items = people.map(({ name, organization_domain: domain, linkedin_url: linkedInUrl }) => ({
      ...(name !== undefined && { name }),
      ...(domain !== undefined && { organization: { domain } }),
      ...(linkedInUrl !== undefined && { linkedInUrl }),
    }));
    const { results } = await prospecting.matchPeople({ items });
    return {
      people: results.map((result) => {
        if (result.status === 'matched') return { status: result.status, ...summaryOf(result.contact) };
        if (result.status !== 'ambiguous') return result;
        const candidates = result.candidates.map(({ id, name, jobTitle, organizationName }) => ({
          contact_id: id,
          name: untrusted(name),
          title: untrusted(jobTitle),
          organization: untrusted(organizationName),
        }));
        return { status: result.status, candidates };
      }),
    };
  }

  async function listContacts(input: Inputs['list_contacts']): Promise<object> {
    const { organization_domain: domain, organization_number: orgNumber, page: cursor } = input;
    const item = {
      ...(domain !== undefined && { domain }),
      ...(orgNumber !== undefined && { orgNumber }),
      ...(cursor !== undefined && { cursor }),
    };
    const { results } = await prospecting.matchOrganizationContacts({ items: [item], limit: PAGE_SIZE });
    const [result] = results;
    if (result?.status !== 'matched') return result ?? {};
    return {
      organization: untrusted(result.organization.name),
      total: result.totalCount,
      contacts: result.contacts.map(summaryOf),
      ...(result.nextCursor !== null && { next_page: result.nextCursor }),
    };
  }

  const handlers: { readonly [Name in keyof Inputs]: (input: Inputs[Name]) => Promise<object> } = {
    find_people: findPeople,
    list_contacts: listContacts,
    quote_reveal: (input) => reveals.quote(input.contact_ids, input.info_types),
    reveal: (input) => reveals.reveal(input.quote_id),
  };

  function handle<Name extends keyof Inputs>(name: Name, input: unknown): Promise<object> {
    return handlers[name](readInput(name, input));
  }

  return {
    async call(name, input) {
      try {
        if (!isTool(name)) throw new Refusal('unknown_tool', `There is no tool ${name.slice(0, 40)}.`);
        return answer(await handle(name, input));
      } catch (error) {
        return failure(error);
      }
    },
  };
}

function isTool(name: string): name is keyof Inputs {
  return DEFINITIONS.some((definition) => definition.name === name);
}

function summaryOf(contact: Contact): object {
  return {
    contact_id: contact.id,
    name: untrusted(contact.name),
    title: untrusted(contact.jobTitle),
    organization: untrusted(contact.organizationName),
    email: untrusted(contact.email),
    phone: untrusted(contact.phone),
    linkedin_url: untrusted(contact.linkedInUrl),
  };
}
