/** The forms of persons in the three languages of the register, and their codes in bis/v1. */
const SOLE_TRADER_FORMS = new Set([
  'yksityinen elinkeinonharjoittaja',
  'enskild näringsidkare',
  'private trader',
  'private entrepreneur',
  'sole trader',
  'sole proprietor',
  'toiminimi',
  't:mi',
  'tmi',
  'luonnollinen henkilö',
  'fysisk person',
  'natural person',
  'kuolinpesä',
  'dödsbo',
  'estate of a deceased person',
]);

/** Returns true for a form whose records are persons'. */
export function isSoleTraderForm(form: string | undefined): boolean {
  return form !== undefined && SOLE_TRADER_FORMS.has(form.trim().toLowerCase());
}
