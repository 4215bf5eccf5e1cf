/** An address with its local part hidden, length and all: `XXXXX@example.se`. */
export function maskEmail(email: string): string {
  return `XXXXX${email.slice(email.lastIndexOf('@'))}`;
}
