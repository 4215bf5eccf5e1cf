/** What a contact's e-mail address costs by default, which is what the benchmark's accounts pay. */
export const EMAIL_MILLICREDITS = 200;

/** The price of so many new addresses, in credits. */
export function creditsOf(contacts: number): number {
  return (contacts * EMAIL_MILLICREDITS) / 1_000;
}
