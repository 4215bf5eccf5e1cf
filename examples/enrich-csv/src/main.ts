#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import {
  ConfigurationError,
  CreditCapExceededError,
  InsufficientCreditsError,
  ProspectingError,
} from '@prospecting/client';
import { enrich, type Terminal } from './enrich.js';
import { toCredits } from './enrichment.js';
import { readBudget, readOptions } from './options.js';
import { UserError } from './user-error.js';

const terminal: Terminal = {
  print: (text) => void process.stdout.write(text),
  tell: (progress) => void process.stderr.write(`${progress}\n`),
  async askBudget(price) {
    if (!process.stdin.isTTY) return undefined;
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const answer = await lines.question(`Credits to spend at most (${toCredits(price)} are needed; Enter to stop): `);
    lines.close();
    return answer.trim() === '' ? undefined : readBudget(answer);
  },
};

try {
  await enrich(readOptions(process.argv.slice(2)), terminal);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  const again = 'Run the same command again: it goes on where it stopped.';
  if (error instanceof UserError || error instanceof ConfigurationError) return error.message;
  if (error instanceof CreditCapExceededError) {
    return 'Prices have risen since the dry run. Delete the folder .work beside the output and run again; what is revealed stays free.';
  }
  if (error instanceof InsufficientCreditsError) return `${error.message}\nGet more credits. ${again}`;
  if (error instanceof ProspectingError) return `${error.message}\n${again}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
