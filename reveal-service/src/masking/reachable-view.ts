import type { reveal } from '@prospecting/protos';
import { maskEmail } from './mask-email.js';
import { maskPhone } from './mask-phone.js';

/** An e-mail address and a phone number as they are on record; null or absent where there is none. */
export interface Reachable {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Which of the two the account may see in clear. */
export interface RevealedInfoTypes {
  readonly email: boolean;
  readonly phone: boolean;
}

/** What the account sees. A value that is not on record is left out, and is not masked. */
export function reachableView(record: Reachable | undefined, revealed: RevealedInfoTypes): reveal.ReachableView {
  const view: reveal.ReachableView = { emailIsMasked: false, phoneIsMasked: false };
  const email = record?.email ?? undefined;
  if (email !== undefined) {
    view.emailIsMasked = !revealed.email;
    view.email = revealed.email ? email : maskEmail(email);
  }
  const phone = record?.phone ?? undefined;
  if (phone !== undefined) {
    view.phoneIsMasked = !revealed.phone;
    view.phone = revealed.phone ? phone : maskPhone(phone);
  }
  return view;
}
