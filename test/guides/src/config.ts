/** The environment of the programs that the test starts: this process's, without a reader's own settings. */
export const ENVIRONMENT: Readonly<NodeJS.ProcessEnv> = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(PROSPECT|TEST_|NODE_OPTIONS|PG)/.test(name)),
);
