/**
 * A failure that the person at the command line should read. The command prints its message and
 * exits 1.
 */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
  }
}

/**
 * The service did not respond, or could not serve the call. The same call may succeed a moment
 * later.
 */
export class UnansweredError extends CommandError {
  /** True when the call was a write that may have reached the service. */
  readonly mayBeDone: boolean;

  constructor(message: string, options: ErrorOptions & { readonly mayBeDone: boolean }) {
    super(message, options);
    this.name = 'UnansweredError';
    this.mayBeDone = options.mayBeDone;
  }
}

/** A wrong call of the command. It exits 2. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
