/** What a night's run did. */
export class SyncReport {
  matched = 0;
  /** Organizations that were not found, with the reason. */
  readonly unmatched: string[] = [];
  added = 0;
  updated = 0;
  /** The contacts that were revealed, by the id that the data service knows them by. */
  readonly revealed = new Set<string>();
  charged = 0;
  /** Contacts that wait for the budget of another night. */
  waiting = 0;
  creditsLeft = 0;
  /** Why the reveals ended early. */
  stoppedBy: string | undefined;

  toString(): string {
    return [
      `organizations  ${this.matched} matched, ${this.unmatched.length} not`,
      ...this.unmatched.map((each) => `  ${each}`),
      `contacts       ${this.added} added, ${this.updated} updated`,
      `revealed       ${this.revealed.size} for ${this.charged} credits, ${this.waiting} wait for another night`,
      ...(this.stoppedBy === undefined ? [] : [`  ended early: ${this.stoppedBy}`]),
      `credits left   ${this.creditsLeft}`,
      '',
    ].join('\n');
  }
}
