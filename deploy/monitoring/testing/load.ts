import { randomUUID } from 'node:crypto';
import { CONTACTS, ORGANIZATION, type Installation } from './installation.js';

/** What a customer sends in a working day, failures included. */
export interface Load {
  /** Runs an audit, as the CronJob of the chart does. */
  audit(): Promise<void>;
  /** Sends every kind of request once. */
  round(): Promise<void>;
}

/** Creates accounts with and without credits, and keys with and without a small limit. */
export async function createLoad(installation: Installation): Promise<Load> {
  const admin = async (resource: string, body: object): Promise<{ id: string; key: string }> => {
    const headers = { authorization: `Bearer ${installation.adminToken}`, 'content-type': 'application/json' };
    const response = await fetch(installation.adminUrl + resource, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${resource} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; key: string };
  };
  const ample = { overall: 100_000, search: 100_000, spend: 100_000 };
  const customer = async (purchased: number, limits: object): Promise<string> => {
    const { id } = await admin('/accounts', { name: 'Testkunden AB', credits: { purchased } });
    return (await admin(`/accounts/${id}/keys`, { name: 'load', limits })).key;
  };
  const [poor, limited] = [await customer(0, ample), await customer(0, { ...ample, overall: 1 })];

  const send = async (key: string, path: string, body?: object, idempotencyKey?: string): Promise<void> => {
    const response = await fetch(installation.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
  };
  const item = { domain: ORGANIZATION.domains[0] };
  const reveal = (top: object): object => ({
    items: CONTACTS.map(({ id }) => ({ contactId: id })),
    infoTypes: ['email', 'phone'],
    ...top,
  });
  return {
    async audit() {
      const headers = { authorization: `Bearer ${installation.adminToken}` };
      const response = await fetch(`${installation.adminUrl}/credits/audit?graceSeconds=300`, { headers });
      const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '';
      if (!last.includes('"done"')) throw new Error(`the audit ends with ${last}`);
    },
    async round() {
      const rich = await customer(100, ample);
      await send(rich, '/organizations/match', { items: [item] });
      await send(rich, '/organizations/contacts/match', { items: [item] });
      await send(rich, '/organizations/switchboards/match', { items: [item] });
      await send(rich, '/people/match', { items: [{ name: 'Astrid Exempel 1', organization: item }] });
      await send(rich, '/credits');
      await send(rich, '/contacts/reveal', reveal({ dryRun: true }), randomUUID());
      const [spend, key] = [reveal({ maxCredits: 50 }), randomUUID()];
      await Promise.all([send(rich, '/contacts/reveal', spend, key), send(rich, '/contacts/reveal', spend, key)]);
      await send(rich, '/contacts/reveal', spend, key);
      await send(rich, '/contacts/reveal', reveal({ maxCredits: 49 }), key);
      await send(poor, '/contacts/reveal', spend, randomUUID());
      await send(poor, '/organizations/match', { items: [] });
      await send(poor, '/nowhere');
      await send('no key at all', '/credits');
      await send(limited, '/credits');
    },
  };
}
