import { formatAmount } from '../../format/numbers.js';
import { sentenceOf } from '../../format/words.js';

/** Returns the details of a change as `Name: value`, separated by semicolons. */
export function detailsInWords(details: Readonly<Record<string, unknown>> | null): string {
  return Object.entries(details ?? {})
    .map(([name, value]) => `${labelOf(name)}: ${inWords(value)}`)
    .join('; ');
}

/** Names that are no words by themselves. */
const LABELS: Readonly<Record<string, string>> = { apiEnabled: 'API enabled' };

function labelOf(name: string): string {
  return LABELS[name] ?? sentenceOf(splitWords(name));
}

function splitWords(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number') return formatAmount(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ');
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0) return 'none';
  return entries.map(([name, each]) => `${splitWords(name)} ${inWords(each)}`).join(', ');
}
