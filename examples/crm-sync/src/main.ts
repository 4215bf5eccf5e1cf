#!/usr/bin/env node
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Prospecting } from '@prospecting/client';
import { FileCrm } from './file-crm.js';
import { exclusively } from './lock.js';
import { Night } from './night.js';
import { sync } from './sync.js';

const USAGE = `Usage: crm-sync --crm FOLDER --budget CREDITS [--info email|phone]

  --crm FOLDER      holds organizations.jsonl and contacts.jsonl
  --budget CREDITS  what a night may spend, however often the job runs in it
  --info            what to reveal of new contacts. Default: email
`;

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: { crm: { type: 'string' }, budget: { type: 'string' }, info: { type: 'string', default: 'email' } },
  });
  const { crm: folder, budget, info: infoType } = values;
  if (folder === undefined || !/^\d+(\.\d{1,3})?$/.test(budget ?? '')) throw new Error(USAGE);
  if (infoType !== 'email' && infoType !== 'phone') throw new Error(USAGE);
  const today = new Date().toISOString().slice(0, 10);
  let report = '';
  await exclusively(path.join(folder, 'sync.lock'), async () => {
    const crm = new FileCrm(folder);
    const night = await Night.open(path.join(folder, 'sync.json'), today);
    const prospecting = new Prospecting();
    report = String(await sync({ prospecting, crm, night, budget: Number(budget), infoType, today }));
  });
  return report;
}
