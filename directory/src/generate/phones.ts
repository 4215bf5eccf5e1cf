import type { CountryCode } from '../identifiers/index.js';
import type { Random } from './random.js';

/**
 * Ranges that the Swedish telecommunications authority reserves for fiction: first and last number.
 */
const SWEDISH_FICTION = [
  ['+46701740605', '+46701740699'],
  ['+46313900600', '+46313900699'],
  ['+46406280400', '+46406280499'],
  ['+46846500400', '+46846500499'],
  ['+46980319200', '+46980319299'],
] as const;

/**
 * Prefixes that no subscriber has, with the number of digits after them. Only short codes begin
 * with 1 in Norway and Denmark, and with 11 in Finland.
 */
const UNUSED_PREFIXES = { NO: ['+471', 7], DK: ['+451', 7], FI: ['+35811', 7] } as const;

/** Invents a phone number in E.164 that belongs to nobody. */
export function inventPhone(countryCode: CountryCode, random: Random): string {
  if (countryCode === 'SE') {
    const [first, last] = random.pick(SWEDISH_FICTION);
    return `+${Number(first) + random.below(Number(last) - Number(first) + 1)}`;
  }
  const [prefix, digits] = UNUSED_PREFIXES[countryCode];
  return prefix + String(random.below(10 ** digits)).padStart(digits, '0');
}
