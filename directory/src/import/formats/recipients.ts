/**
 * A line that names the recipient. Kept only when it ends in a legal form: a company, not a person.
 */
const CARE_OF = /^(?:c\/o|v\/|attn?[.:]|attn?\s|att:|%|§)/i;
const COMPANY = /\b(?:AS|ASA|DA|ANS|BA|SA|KS|BBL|AB|HB|KB|A\/S|ApS|P\/S|K\/S|I\/S|Oyj?|Ltd|Limited|GmbH|LLC|Inc)\.?$/i;

/** Leaves out the lines of an address that name a person as recipient. */
export function withoutRecipients(lines: readonly string[]): string[] {
  return lines.filter((line) => !CARE_OF.test(line) || COMPANY.test(line));
}

/** Returns a recipient (the text of a field for c/o) when it is a company; undefined when it may be a person. */
export function companyRecipient(written: string | undefined): string | undefined {
  if (written === undefined || !COMPANY.test(written)) return undefined;
  return CARE_OF.test(written) ? written : `c/o ${written}`;
}
