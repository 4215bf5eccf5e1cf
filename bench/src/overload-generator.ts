/**
 * The load generator of the overload benchmark, in a process of its own. It sends requests at a
 * fixed rate, however long the answers take. The parent sends its orders and gets one result per
 * phase.
 */
import type { Dispatcher } from 'undici';
import { OpenClient, type AnyAnswer } from './open-client.js';
import { drawSenders, type Phase, type Sender } from './overload-plan.js';
import { Tally, type Outcome, type PhaseResult } from './overload-tally.js';

/** The message of the parent. */
export interface GeneratorOrders {
  /** `{base_url}` of the API. */
  readonly baseUrl: string;
  /** One per account. */
  readonly keys: readonly string[];
  /** Bodies of organizations/match, with the answers that were checked. */
  readonly batches: readonly { readonly body: string; readonly answer: string }[];
  readonly phases: readonly Phase[];
  /** Most connections. */
  readonly connections: number;
  readonly seed: number;
}

/** The answer to the parent: one for each phase. */
export type GeneratorResults = readonly PhaseResult[];

/** Between two looks at the clock. */
const TICK_MS = 2;
const CREDITS_INTERVAL_MS = 100;
const CREDITS_CONNECTIONS = 100;

process.once('message', (orders: GeneratorOrders) => void run(orders));
// A killed parent cannot end this process.
process.once('disconnect', () => process.exit());

async function run(orders: GeneratorOrders): Promise<void> {
  const generator = new Generator(orders);
  await generator.connect();
  const results: Promise<PhaseResult>[] = [];
  for (const phase of orders.phases) results.push((await generator.send(phase)).result);
  const all: GeneratorResults = await Promise.all(results);
  process.send?.(all, () => process.disconnect());
}

interface Batch {
  readonly body: Buffer;
  readonly answer: Buffer;
}

/** A phase whose requests are sent. Its result comes when the last is answered. */
interface SentPhase {
  readonly result: Promise<PhaseResult>;
}

class Generator {
  readonly #orders: GeneratorOrders;
  readonly #basePath: string;
  readonly #batches: readonly Batch[];
  readonly #clients: { readonly batches: OpenClient; readonly credits: OpenClient };
  readonly #nextSender: () => Sender;

  constructor(orders: GeneratorOrders) {
    const { origin, pathname } = new URL(orders.baseUrl);
    this.#orders = orders;
    this.#basePath = pathname;
    this.#batches = orders.batches.map(({ body, answer }) => ({
      body: Buffer.from(body),
      answer: Buffer.from(answer),
    }));
    this.#clients = {
      batches: new OpenClient(origin, orders.connections),
      credits: new OpenClient(origin, CREDITS_CONNECTIONS),
    };
    this.#nextSender = drawSenders(orders.seed);
  }

  /** Opens every connection. */
  async connect(): Promise<void> {
    for (const client of Object.values(this.#clients)) await client.openAll(this.#creditsRequest());
  }

  /** Sends the requests of a phase, each when it is due. */
  async send({ requestsPerSecond, settleMs, measureMs }: Phase): Promise<SentPhase> {
    const tally = new Tally();
    const startedAt = performance.now();
    const period = { from: startedAt + settleMs, until: startedAt + settleMs + measureMs };
    const underWay: Promise<void>[] = [];
    const streams = [
      new Stream(startedAt, 1_000 / requestsPerSecond, (dueAt, index) => this.#sendBatch(dueAt, index, period, tally)),
      new Stream(startedAt, CREDITS_INTERVAL_MS, (dueAt) => this.#sendCredits(dueAt, period, tally)),
    ];
    for (let now = startedAt; now < period.until; now = performance.now()) {
      for (const stream of streams) underWay.push(...stream.sendDue(now));
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    return { result: Promise.all(underWay).then(() => tally.result(period.from, measureMs)) };
  }

  async #sendBatch(dueAt: number, index: number, period: Period, tally: Tally): Promise<void> {
    const { account, group } = this.#nextSender();
    const { body, answer } = this.#batches[index % this.#batches.length] as Batch;
    const sentAt = performance.now();
    const answered = this.#clients.batches.send({
      method: 'POST',
      path: `${this.#basePath}/organizations/match`,
      headers: { authorization: `Bearer ${this.#orders.keys[account]}`, 'content-type': 'application/json' },
      body,
    });
    const counts = dueAt >= period.from;
    if (counts) tally.addLateness(sentAt - dueAt);
    if (answered === undefined) {
      if (counts) tally.skip();
      return;
    }
    const outcome = await outcomeOf(answered, answer);
    const answeredAt = performance.now();
    if (outcome === 'served' && answeredAt >= period.from && answeredAt < period.until) tally.carry();
    if (counts) tally.add({ group, sentAtMs: dueAt - period.from, latencyMs: answeredAt - sentAt, outcome });
  }

  /** The balance of the last account, which is a small one. */
  #creditsRequest(): Dispatcher.DispatchOptions {
    const headers = { authorization: `Bearer ${this.#orders.keys.at(-1)}` };
    return { method: 'GET', path: `${this.#basePath}/credits`, headers };
  }

  async #sendCredits(dueAt: number, period: Period, tally: Tally): Promise<void> {
    const sentAt = performance.now();
    const status = await this.#clients.credits
      .send(this.#creditsRequest())
      ?.then((answer) => answer.status)
      .catch(() => 0);
    if (dueAt >= period.from) tally.addCredits(status === 200, performance.now() - sentAt);
  }
}

interface Period {
  readonly from: number;
  readonly until: number;
}

/** Requests that are due at a fixed rate. */
class Stream {
  readonly #startedAt: number;
  readonly #intervalMs: number;
  readonly #send: (dueAt: number, index: number) => Promise<void>;
  #sent = 0;

  constructor(startedAt: number, intervalMs: number, send: (dueAt: number, index: number) => Promise<void>) {
    this.#startedAt = startedAt;
    this.#intervalMs = intervalMs;
    this.#send = send;
  }

  /** Sends everything that is due by now. */
  sendDue(now: number): Promise<void>[] {
    const sent: Promise<void>[] = [];
    for (let dueAt = this.#dueAt(); dueAt <= now; dueAt = this.#dueAt()) {
      sent.push(this.#send(dueAt, this.#sent));
      this.#sent += 1;
    }
    return sent;
  }

  #dueAt(): number {
    return this.#startedAt + this.#sent * this.#intervalMs;
  }
}

/**
 * `served` is a 200 with exactly the bytes that were checked. `refused` is a 503 that says when to
 * retry and how much is left.
 */
async function outcomeOf(answered: Promise<AnyAnswer>, expected: Buffer): Promise<Outcome> {
  try {
    const { status, headers, body } = await answered;
    if (status === 200) return body.equals(expected) ? 'served' : 'wrong';
    const isProper = headers['retry-after'] !== undefined && headers['ratelimit'] !== undefined;
    return status === 503 && isProper ? 'refused' : 'wrong';
  } catch {
    return 'wrong';
  }
}
