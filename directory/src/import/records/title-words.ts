import { normalizeName } from '../../identifiers/index.js';

/** Letters with a dot each: `f.d.`, `C.E.O.` */
const ABBREVIATION = /(?<![\p{L}])(?:\p{L}\.){2,}/gu;
const NOT_WORD = /[^\p{L}\p{N}]+/u;

/** Returns the words of a title without letter case, accents, hyphens and punctuation. */
export function titleWords(text: string): string[] {
  return text
    .replace(ABBREVIATION, (letters) => `${letters.replaceAll('.', '')} `)
    .replace(/\br\s*&\s*d\b/giu, 'rd')
    .split(NOT_WORD)
    .map((word) => normalizeName(word))
    .filter((word) => word !== '');
}
