import { measure, type Measurement, type Period, type SendRequest } from './measure.js';

/** Something to be measured. */
export interface Target {
  readonly variant: string;
  /** Asks everything once and checks every answer in full; throws Error on the first wrong one. Also what warms it up. */
  verify(): Promise<void>;
  /** Opens connections for as many virtual clients. What they send rejects when an answer is wrong or late. */
  open(clients: number): Promise<OpenTarget>;
}

export interface OpenTarget {
  readonly send: SendRequest;
  close(): Promise<void>;
}

/** Measures a target over so many connections, opened for it and closed after it. */
export async function measureTarget(
  target: Target,
  connections: number,
  period: Period,
  signal: AbortSignal,
): Promise<Measurement> {
  const opened = await target.open(connections);
  try {
    return await measure(connections, period, opened.send, signal);
  } finally {
    await opened.close();
  }
}

/** Hands each client the questions one after the other, every client beginning at another place. */
export function takeTurns<Question>(questions: readonly Question[], clients: number): (client: number) => Question {
  const next = Array.from({ length: clients }, (_, client) => Math.floor((client * questions.length) / clients));
  return (client) => {
    const at = next[client] ?? 0;
    next[client] = (at + 1) % questions.length;
    return questions[at] as Question;
  };
}
