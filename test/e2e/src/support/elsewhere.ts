import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createAdmin } from './admin.js';
import { lacking, type Elsewhere } from './capabilities.js';
import type { Wishes } from './customer.js';
import type { Installation } from './installation.js';
import { load } from './seed.js';
import { createSpeaker, type Connection } from './speaker.js';

const WINDOW_MS = 60_000;
/** Much longer than a test takes that counts its requests. */
const LEAST_LEFT_MS = 25_000;

/** Returns an installation that somebody else started, and what closes the connections to it. */
export function createElsewhere(elsewhere: Elsewhere): { installation: Installation; stop(): void } {
  const { baseUrl, appUrl, adminUrl, adminToken } = elsewhere;
  const admin = createAdmin(adminUrl, adminToken);
  const agents: Agent[] = [];
  const connect = (): Installation => {
    const agent = new Agent({ keepAlive: true });
    agents.push(agent);
    const connection: Connection = { baseUrl, publicUrl: new URL(baseUrl).origin, admin, agent };
    const speaker = createSpeaker(
      () => connection,
      () => {},
    );
    return {
      ...speaker,
      async customer(wishes: Wishes = {}) {
        if (wishes.limits !== undefined) await untilWindowHasTime();
        return speaker.customer(wishes);
      },
      transport: 'elsewhere',
      publicUrl: connection.publicUrl,
      appUrl,
      admin,
      adminToken,
      now: () => new Date(),
      load: async (records) => void (await load(elsewhere, records)),
      anotherGateway: async () => connect(),
      get clock() {
        return lacking('clock');
      },
      get secrets() {
        return lacking('neighbor');
      },
      get databases() {
        return lacking('tables');
      },
      logLines: () => lacking('log'),
      revealedAt: async () => lacking('tables'),
      tablesHolding: async () => lacking('tables'),
      tamper: async () => lacking('tables'),
      alongside: async () => lacking('neighbor'),
    };
  };
  return {
    installation: connect(),
    stop: () => {
      for (const agent of agents) agent.destroy();
    },
  };
}

/**
 * Waits until the rate window, which is a minute of the clock, has time for a test that counts its
 * requests. The clock cannot be moved here.
 */
async function untilWindowHasTime(): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < LEAST_LEFT_MS) await delay(left + 100);
}
