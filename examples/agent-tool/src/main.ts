#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { Prospecting } from '@prospecting/client';
import { createTools } from './tools.js';
import type { Confirmation } from './wallet.js';

/**
 * Plays a conversation without a model: lists an organization's contacts, quotes the e-mail
 * addresses of the first ones, and reveals them. In an application the calls come from the model;
 * README.md shows that loop.
 */
const { values } = parseArgs({
  options: {
    organization: { type: 'string' },
    'confirm-above': { type: 'string', default: '0.5' },
    budget: { type: 'string', default: '5' },
  },
});
if (values.organization === undefined) {
  process.stderr.write('Usage: agent-tool --organization NUMBER [--confirm-above CREDITS] [--budget CREDITS]\n');
  process.exit(2);
}

const tools = createTools(new Prospecting(), {
  confirmAbove: Number(values['confirm-above']),
  budget: Number(values.budget),
  confirm: askAtTheKeyboard,
});

/** A person decides. Where nobody can be asked, the answer is no. */
async function askAtTheKeyboard({ credits, infoTypes, contacts }: Confirmation): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const what = `${infoTypes.join(' and ')} of ${contacts.join(', ')}`;
  const said = await lines.question(`The agent wants to spend ${credits} credits on ${what}. Type yes to allow it: `);
  lines.close();
  return said.trim() === 'yes';
}

async function play(name: string, input: object): Promise<Record<string, unknown>> {
  const { content, isError } = await tools.call(name, input);
  process.stdout.write(`model: ${name} ${JSON.stringify(input)}\ntool${isError ? ', error' : ''}: ${content}\n\n`);
  return JSON.parse(content) as Record<string, unknown>;
}

const listed = await play('list_contacts', { organization_number: values.organization });
const contacts = (listed['contacts'] ?? []) as { contact_id: string }[];
if (contacts.length > 0) {
  const ids = contacts.slice(0, 5).map(({ contact_id: id }) => id);
  const { quote_id: quoteId } = await play('quote_reveal', { contact_ids: ids, info_types: ['email'] });
  if (quoteId !== undefined) await play('reveal', { quote_id: quoteId });
}
