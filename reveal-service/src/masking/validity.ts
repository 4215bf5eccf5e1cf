/**
 * The instant at which a reveal ends: one calendar year on, itself outside (half open). 29 February has no counterpart in the next
 * year, so what was revealed then ends on 28 February.
 */
export function revealExpiry(revealedAt: Date): Date {
  const expiry = new Date(revealedAt);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + 1);
  // The calendar runs over into 1 March; day 0 of March is the last of February.
  if (expiry.getUTCMonth() !== revealedAt.getUTCMonth()) expiry.setUTCDate(0);
  return expiry;
}
