import { callingCodeLength } from '@prospecting/directory/identifiers';

/** Digits that stay in clear after the country calling code: enough to tell a mobile from a landline. */
const CLEAR_DIGITS = 2;

/** An E.164 number with every digit hidden but its country calling code and the next two: `+4670XXXXXXX`. */
export function maskPhone(phone: string): string {
  const clearLength = 1 + callingCodeLength(phone) + CLEAR_DIGITS;
  return phone.slice(0, clearLength) + phone.slice(clearLength).replaceAll(/[0-9]/g, 'X');
}
