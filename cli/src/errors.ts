/** Something that the person who typed the command should know; the command prints its message and exits 1. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** The command was called wrongly: exit code 2. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
