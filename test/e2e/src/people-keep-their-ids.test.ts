import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { batchOf, type Installation, keyed, overEveryInstallation, PATHS, recordsOf } from './support/index.js';

const { organization } = recordsOf(import.meta.url);

/** Returns each contact's public job title with what this account sees of the contact. */
interface Shown {
  readonly id: string;
  readonly email?: string;
  readonly emailIsMasked: boolean;
}

overEveryInstallation('A person keeps the id under which they were paid for', {}, (api) => {
  /** Imports an organization that no earlier run has, with these contacts, whose records have no id. */
  async function organizationWith(contacts: readonly object[]) {
    const at = organization({
      name: 'Fjellvik AS',
      id: randomUUID(),
      organizationNumber: String(randomInt(800_000_000, 900_000_000)),
    });
    const here = contacts.map((contact) => ({ organization: { id: at.id }, ...contact }));
    await api.load({ organizations: [at], contacts: here });
    return { at, here };
  }

  const chief = { name: 'Anna Fjellvang', jobTitle: 'CEO', email: 'chief@fjellvik.example', phone: '+4722174060' };
  const driver = { name: 'Anna Fjellvang', jobTitle: 'Driver', email: 'driver@fjellvik.example', phone: '+4722174061' };

  it('reveals nothing unpaid when a file arrives with its lines in another order', async () => {
    const customer = await api.customer({ credits: { purchased: 10 } });
    const { at, here } = await organizationWith([driver, chief]);
    const before = await contactsOf(customer, at.id);
    await revealEmail(customer, before['Driver']?.id);
    await api.load({ contacts: here.toReversed() });
    const after = await contactsOf(customer, at.id);
    expect(after['Driver']).to.include({ id: before['Driver']?.id, email: driver.email, emailIsMasked: false });
    expect(after['CEO']).to.include({ id: before['CEO']?.id, emailIsMasked: true });
  });

  it('does not charge again for a paid address when its person gains a LinkedIn page', async () => {
    const customer = await api.customer({ credits: { purchased: 10 } });
    const { at, here } = await organizationWith([chief]);
    const before = await contactsOf(customer, at.id);
    expect(await revealEmail(customer, before['CEO']?.id)).to.equal(0.2);
    await api.load({
      contacts: here.map((contact) => ({ ...contact, linkedInUrl: `https://www.linkedin.com/in/${at.id}` })),
    });
    const after = await contactsOf(customer, at.id);
    expect(Object.keys(after)).to.deep.equal(['CEO']);
    expect(await revealEmail(customer, after['CEO']?.id)).to.equal(0);
  });

  type Customer = Awaited<ReturnType<Installation['customer']>>;

  async function contactsOf(customer: Customer, organizationId: string): Promise<Record<string, Shown>> {
    const [listed] = await customer.listContacts([{ id: organizationId }]);
    expect(new Set(listed?.contacts?.map(({ jobTitle }) => jobTitle)).size, 'nobody twice').to.equal(
      listed?.totalCount,
    );
    return Object.fromEntries((listed?.contacts ?? []).map((contact) => [contact.jobTitle ?? '', contact as Shown]));
  }

  /** Reveals the address of a contact and returns the credits charged. */
  async function revealEmail(customer: Customer, contactId: string | undefined): Promise<number> {
    const body = { items: [{ contactId }], infoTypes: ['email'], maxCredits: 1 };
    return batchOf(await customer.post(PATHS.reveal, body, keyed())).creditsCharged;
  }
});
