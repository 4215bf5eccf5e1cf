/** What to say when the provider sent the reader back without a session. */
const TEXTS: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was cancelled, or the provider refused it. Try again, or ask your administrator.',
  email_unverified: 'The provider has not verified your e-mail address. Verify it there, then sign in again.',
  expired: 'The sign-in took too long. Start again.',
  not_invited:
    'The provider knows you, but this installation does not. Ask its operator to add you with the e-mail address that you sign in with.',
  provider_unavailable: 'The provider cannot be reached. Try again in a moment.',
  rate_limited: 'There were too many tries. Wait a minute, then try again.',
};

/** Returns one or two sentences for the code in the address. The code itself is shown only as such. */
export function signInErrorText(code: string): string {
  const text = TEXTS[code];
  if (text !== undefined) return text;
  const shown = /^[a-z0-9_]{1,64}$/.test(code) ? ` (${code})` : '';
  return `The sign-in did not work${shown}. Try again. If it fails again, tell the operator of this installation.`;
}
