const ASCII_WORDS = /^[A-Za-z]+(?:[ -][A-Za-z]+)*$/;

const APOSTROPHES =
  /['`´\u02b9\u02bb-\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\u055a\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\ua78b\ua78c\uff07\uff40]/gu;
/** The blocks of combining diacritical marks; vowel signs of other scripts are letters, not decoration. */
const DIACRITICS = /(?:[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f])+/g;
const HYPHENS = /[\p{Pd}\u2043\u2212\u02d7]+/gu;
const INVISIBLE = /\p{Cf}+/gu;
const SPACES = /[\s\p{Cc}]+/gu;
/** Hyphens that join nothing: `Berg - Nilsson`, `-Nilsson`. */
const LOOSE_HYPHENS = /(?<= |^)-|-(?= |$)/g;

/** Letters that Unicode does not decompose, to the base letters that people write for them. */
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
 * A person's name with everything levelled that does not tell names apart: compatibility forms, letter case, diacritics,
 * apostrophes, hyphen forms, repeated spaces. Levelling a levelled name changes nothing. Names are stored, sorted and
 * compared in this form only, so importers and callers get the same one.
 */
export function levelName(text: string): string {
  if (ASCII_WORDS.test(text)) return text.toLowerCase();
  return (
    text
      // First, because the compatibility form of a spacing accent is a space and a mark: O´Brien would fall apart.
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
