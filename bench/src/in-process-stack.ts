/**
 * All five services in one process, as `npm start` runs them. The parent sends the options and gets
 * the addresses.
 */
import { startStack, type StackOptions } from '@prospecting/embedded';
import { createLogger } from '@prospecting/platform/telemetry';

/** The message of the parent. */
export type StackMessage = Pick<StackOptions, 'databases' | 'secrets' | 'redisUrl' | 'poolSize' | 'gatewayEnvironment'>;

/** The answer to the parent. */
export interface StackAddresses {
  readonly baseUrl: string;
  readonly adminUrl: string;
}

process.once('message', (options: StackMessage) => {
  void start(options);
});

async function start(options: StackMessage): Promise<void> {
  const stack = await startStack({ ...options, logger: createLogger({ service: 'prospect', level: 'info' }) });
  const end = (): void => {
    void stack.stop().finally(() => process.exit());
  };
  process.once('SIGTERM', end);
  // A killed parent cannot send SIGTERM.
  process.once('disconnect', end);
  const addresses: StackAddresses = { baseUrl: stack.baseUrl, adminUrl: stack.adminUrl };
  process.send?.(addresses);
}
