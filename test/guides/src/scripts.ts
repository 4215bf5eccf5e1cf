import type { Reader } from './installation.js';
import type { Language, Step } from './page.js';

/** Printed on a line of its own before each step, so that its output is told from the others'. */
const MARK = '\u241e step';

/** Where the site writes the reader's base address. */
const BASE_URL_ON_PAGES = 'https://base-url.invalid/external/v1';
/** Where the reader writes the key. */
const KEY_ON_PAGES = 'pd_live_…';

const PRINT: Readonly<Record<Language, (text: string) => string>> = {
  bash: (text) => `echo; echo ${text}`,
  ts: (text) => `console.log(${text});`,
  python: (text) => `print(${text})`,
};

/** Joins the steps of a page in one language to one script, as a reader runs them one after the other. */
export function scriptOf(language: Language, steps: readonly Step[], reader?: Reader): string {
  const blocks = steps.map(({ code }, index) => `${PRINT[language](`'${MARK} ${index}'`)}\n${code}\n`);
  const script = blocks.join('');
  if (reader === undefined) return script;
  return script
    .replaceAll(BASE_URL_ON_PAGES, reader.PROSPECTING_BASE_URL)
    .replaceAll(KEY_ON_PAGES, reader.PROSPECTING_API_KEY);
}

/** Returns what each step printed, as far as the script came. */
export function outputsOf(stdout: string): string[] {
  return stdout
    .split(new RegExp(`^${MARK} \\d+\\n`, 'm'))
    .slice(1)
    .map((output) => output.trim());
}
