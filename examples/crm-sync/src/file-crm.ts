import path from 'node:path';
import type { Crm, CrmContact, CrmOrganization } from './crm.js';
import { readIfPresent, replaceFile } from './files.js';

/** A CRM in a folder: `organizations.jsonl` and `contacts.jsonl`, one JSON object per line. */
export class FileCrm implements Crm {
  constructor(private readonly folder: string) {}

  organizations(): Promise<readonly CrmOrganization[]> {
    return this.#read<CrmOrganization>('organizations.jsonl');
  }

  contacts(): Promise<readonly CrmContact[]> {
    return this.#read<CrmContact>('contacts.jsonl');
  }

  saveOrganizations(organizations: readonly CrmOrganization[]): Promise<void> {
    return this.#save('organizations.jsonl', organizations);
  }

  saveContacts(contacts: readonly CrmContact[]): Promise<void> {
    return this.#save('contacts.jsonl', contacts);
  }

  async #read<Entity>(name: string): Promise<Entity[]> {
    const text = (await readIfPresent(path.join(this.folder, name))) ?? '';
    return text.split('\n').flatMap((line, index) => {
      if (line.trim() === '') return [];
      try {
        return [JSON.parse(line) as Entity];
      } catch (error) {
        throw new Error(`${path.join(this.folder, name)}, line ${index + 1} is not JSON.`, { cause: error });
      }
    });
  }

  async #save<Entity extends { readonly id: string }>(name: string, changed: readonly Entity[]): Promise<void> {
    if (changed.length === 0) return;
    const entities = new Map((await this.#read<Entity>(name)).map((entity) => [entity.id, entity]));
    // What others have added to an entity, such as its owner, stays.
    for (const entity of changed) entities.set(entity.id, { ...entities.get(entity.id), ...entity });
    const lines = [...entities.values()].map((entity) => `${JSON.stringify(entity)}\n`);
    await replaceFile(path.join(this.folder, name), lines.join(''));
  }
}
