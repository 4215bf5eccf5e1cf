/** Something that the person who typed the command should know; the command prints its message and exits 1. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/** Nobody answered, or the service could not: the same call may be answered a moment later. */
export class UnansweredError extends CommandError {
  /** The call was a write that may have reached the service. */
  readonly mayBeDone: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayBeDone: boolean }) {
    super(message, options);
    this.name = 'UnansweredError';
    this.mayBeDone = options.mayBeDone;
  }
}

/** The command was called wrongly: exit code 2. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
