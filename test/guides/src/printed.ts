import { difference, isText } from './elided.js';
import type { Answer, Step } from './page.js';

/** Returns how what a step printed differs from what its page shows; undefined when it does not. */
export function differenceOf({ answer, shown }: Step, printed: string): string | undefined {
  if (answer !== undefined) return differenceOfAnswer(answer, printed);
  const lines = printed.trim() === '' ? [] : printed.trimEnd().split('\n');
  const same = lines.length === shown.length && shown.every((line, index) => isText(line, lines[index] ?? ''));
  return same ? undefined : `it printed\n${indented(lines)}\nand the page shows\n${indented(shown)}`;
}

function differenceOfAnswer({ language, text, line }: Answer, printed: string): string | undefined {
  const found = language === 'json' ? differenceOfJson(text, printed) : differenceOfHttp(text, printed);
  return found === undefined ? undefined : `the answer on line ${line} differs: ${found}\nIt printed:\n${printed}`;
}

function differenceOfJson(shown: string, printed: string): string | undefined {
  return difference(JSON.parse(shown), parsed(printed));
}

/** Compares the status, the headers that the page shows in whatever order, and the body if it is shown. */
function differenceOfHttp(shown: string, printed: string): string | undefined {
  const page = messageOf(shown);
  const actual = messageOf(printed);
  if (!isText(page.status, actual.status)) return `the status is ${actual.status}, not ${page.status}`;
  for (const header of page.headers) {
    if (!actual.headers.some((line) => isText(header.toLowerCase(), line.toLowerCase())))
      return `no header is ${header}`;
  }
  return page.body === '' ? undefined : difference(JSON.parse(page.body), parsed(actual.body));
}

function messageOf(text: string): { status: string; headers: readonly string[]; body: string } {
  const [head = '', ...body] = text.replaceAll('\r\n', '\n').trim().split('\n\n');
  const [status = '', ...headers] = head.split('\n');
  return { status: status.trim(), headers, body: body.join('\n\n') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return `text that is not JSON: ${text}`;
  }
}

function indented(lines: readonly string[]): string {
  return lines.length === 0 ? '  nothing' : lines.map((line) => `  ${line}`).join('\n');
}
