import { access, mkdir, rename } from 'node:fs/promises';
import { Prospecting } from '@prospecting/client';
import { mapColumns, ORGANIZATION_HEADERS, PEOPLE_HEADERS } from './columns.js';
import { openCsv, type CsvFile } from './csv.js';
import { toCredits, type Enrichment, type Millicredits } from './enrichment.js';
import { exclusively } from './lock.js';
import type { Options } from './options.js';
import { enrichOrganizations } from './organizations.js';
import { enrichPeople } from './people.js';
import { plan, readPlan } from './plan.js';
import { Report } from './report.js';
import { outputHeader, revealAndWrite } from './reveal.js';
import { UserError } from './user-error.js';
import { digestOf, Work } from './work.js';

/** Where the command speaks to the person who runs it. */
export interface Terminal {
  readonly print: (text: string) => void;
  /** Says how far the work has come. */
  readonly tell: (progress: string) => void;
  /** Asks for a budget. Undefined when the answer is no, or when nobody can be asked. */
  readonly askBudget: (price: Millicredits) => Promise<Millicredits | undefined>;
}

/** Prices the file, asks for a budget, reveals, and writes the output. Goes on where it was interrupted. */
export async function enrich(options: Options, terminal: Terminal): Promise<void> {
  const folder = `${options.output}.work`;
  const input = await openCsv(options.input);
  const enrichment = enrichmentOf(options, input);
  const taken = outputHeader(input, enrichment).find((name, index, names) => names.indexOf(name) !== index);
  if (taken !== undefined) throw new UserError(`${options.input} already has a column "${taken}". Is it an output?`);
  if (await exists(options.output)) {
    throw new UserError(
      `${options.output} exists. Choose another output, or delete it and ${folder}, if there is one.`,
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await exclusively(`${folder}/lock`, async () => {
    const work = await Work.open(folder, await jobOf(options));
    await plan(input, enrichment, work, terminal.tell);
    const report = new Report();
    for await (const row of readPlan(work)) report.add(row);
    terminal.print(report.toString());
    if (!(await agree(report.total, options, work, terminal))) return;
    await revealAndWrite(input, enrichment, work, terminal.tell);
    await rename(work.partFile, options.output);
    const { rows, charged } = work.state.written;
    terminal.print(`${rows} rows are in ${options.output}. ${toCredits(charged)} credits were charged.\n`);
    await work.remove();
  });
}

function enrichmentOf({ kind, infoTypes, columns }: Options, { header }: CsvFile): Enrichment {
  const prospecting = new Prospecting();
  return kind === 'people'
    ? enrichPeople(prospecting, mapColumns(PEOPLE_HEADERS, header, columns), infoTypes)
    : enrichOrganizations(prospecting, mapColumns(ORGANIZATION_HEADERS, header, columns));
}

/** Returns whether a budget covers the price. A budget that was agreed to before an interruption holds. */
async function agree(price: Millicredits, options: Options, work: Work, terminal: Terminal): Promise<boolean> {
  const budget = options.budget ?? work.state.budget ?? (await terminal.askBudget(price));
  if (budget === undefined) {
    terminal.print(`Nothing was revealed. Run the same with --budget ${toCredits(price)} to reveal.\n`);
    return false;
  }
  if (budget < price) {
    const offered = `The price is ${toCredits(price)} credits, and the budget ${toCredits(budget)}.`;
    throw new UserError(`${offered} Raise it, or take fewer rows or info types. Nothing was revealed.`);
  }
  await work.update({ budget });
  return true;
}

/** What makes two runs the same job. */
async function jobOf({ kind, input, infoTypes, columns }: Options): Promise<string> {
  return JSON.stringify({ kind, input: await digestOf(input), infoTypes, columns });
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
