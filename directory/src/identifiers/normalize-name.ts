const ASCII_WORDS = /^[A-Za-z]+(?:[ -][A-Za-z]+)*$/;

const APOSTROPHES =
  /['`´\u02b9\u02bb-\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u055a\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\ua78b\ua78c\uff07\uff40]/gu;
/**
 * The blocks of combining diacritical marks. Vowel signs of other scripts are letters, so they
 * stay.
 */
const DIACRITICS = /(?:[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f])+/g;
const HYPHENS = /[\p{Pd}\u2043\u2212\u02d7]+/gu;
const INVISIBLE = /\p{Cf}+/gu;
const SPACES = /[\s\p{Cc}]+/gu;
/** Hyphens with a space or nothing on one side: `Berg - Nilsson`, `-Nilsson`. */
const LOOSE_HYPHENS = /(?<= |^)-|-(?= |$)/g;

/** Base letters that people write for letters that Unicode does not decompose. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ȷ: 'j',
  ƶ: 'z',
  ǥ: 'g',
  ɨ: 'i',
  ς: 'σ',
};
const WITHOUT_DECOMPOSITION = new RegExp(`[${Object.keys(BASE_LETTERS).join('')}]`, 'g');

/**
 * Normalizes a person's name: removes differences in compatibility forms, letter case, diacritics,
 * apostrophes, hyphen forms and repeated spaces. Idempotent. Names are stored, sorted and compared
 * only in this form, so importers and callers share it.
 */
export function normalizeName(text: string): string {
  if (ASCII_WORDS.test(text)) return text.toLowerCase();
  return (
    text
      // Apostrophes go first: the compatibility form of a spacing accent is a space and a mark,
      // which would split O´Brien.
      .replace(APOSTROPHES, '')
      .normalize('NFKD')
      .toLowerCase()
      .normalize('NFKD')
      .replace(DIACRITICS, '')
      .replace(INVISIBLE, '')
      .replace(APOSTROPHES, '')
      .replace(WITHOUT_DECOMPOSITION, (letter) => BASE_LETTERS[letter] ?? letter)
      .replace(HYPHENS, '-')
      .replace(SPACES, ' ')
      .replace(LOOSE_HYPHENS, '')
      .replace(SPACES, ' ')
      .trim()
      .normalize('NFC')
  );
}
