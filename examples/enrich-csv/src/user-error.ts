/** Something that the person who runs the command can mend. The message says how; a stack would not help. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
