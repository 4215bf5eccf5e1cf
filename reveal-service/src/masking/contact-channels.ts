import { callingCodeLength } from '@prospecting/directory/phones';
import type { reveal } from '@prospecting/protos';
import type { MaskedInfoTypeOf } from '../subjects.js';

/** A value that is shown masked until the account reveals it. */
export type ContactChannel = MaskedInfoTypeOf<'contact' | 'switchboard'>;

/** The channels of a contact or a switchboard on record; null or absent without a value. */
export type ContactChannels = { readonly [Channel in ContactChannel]?: string | null };

interface ChannelTraits {
  readonly mask: (value: string) => string;
  /** The field of the view that says whether the value is masked. */
  readonly maskedField: `${ContactChannel}IsMasked`;
}

const CHANNELS: Readonly<Record<ContactChannel, ChannelTraits>> = {
  email: { mask: maskEmail, maskedField: 'emailIsMasked' },
  phone: { mask: maskPhone, maskedField: 'phoneIsMasked' },
};

/** The view of a record without any channel. */
export const NO_CHANNELS: Readonly<reveal.ContactChannelsView> = { emailIsMasked: false, phoneIsMasked: false };

const EVERY_CHANNEL = Object.entries(CHANNELS) as readonly [ContactChannel, ChannelTraits][];

/**
 * Returns what an account sees of the channels on record. A value that is not on record is absent
 * from the view and does not count as masked.
 */
export function contactChannelsView(
  record: ContactChannels | undefined,
  isRevealed: (channel: ContactChannel) => boolean,
): reveal.ContactChannelsView {
  const view = { ...NO_CHANNELS };
  if (record === undefined) return view;
  for (const [channel, { mask, maskedField }] of EVERY_CHANNEL) {
    const value = record[channel] ?? undefined;
    if (value === undefined) continue;
    const revealed = isRevealed(channel);
    view[maskedField] = !revealed;
    view[channel] = revealed ? value : mask(value);
  }
  return view;
}

/** Hides the local part of an address, including its length: `XXXXX@example.se`. */
export function maskEmail(email: string): string {
  return `XXXXX${email.slice(email.lastIndexOf('@'))}`;
}

/**
 * Digits that stay visible after the country calling code: enough to tell a mobile from a landline.
 */
const VISIBLE_DIGITS = 2;

/** Hides every digit of an E.164 number after the calling code and two more: `+4670XXXXXXX`. */
export function maskPhone(phone: string): string {
  const visibleLength = 1 + callingCodeLength(phone) + VISIBLE_DIGITS;
  return phone.slice(0, visibleLength) + phone.slice(visibleLength).replaceAll(/[0-9]/g, 'X');
}
