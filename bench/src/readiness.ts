const INTERVAL_MS = 200;
const TIMEOUT_MS = 1_000;

/** How often the parts of an installation were asked, and how often one was not ready. */
export interface Readiness {
  readonly asked: number;
  readonly notReady: number;
}

/** Asks every admin listener for /readyz, five times per second, until it is stopped. */
export function watchReadiness(adminUrls: readonly string[]): { stop(): Promise<Readiness> } {
  let asked = 0;
  let notReady = 0;
  const underWay = new Set<Promise<void>>();
  const ask = async (adminUrl: string): Promise<void> => {
    asked += 1;
    try {
      const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.arrayBuffer();
      if (response.status !== 200) notReady += 1;
    } catch {
      notReady += 1;
    }
  };
  const timer = setInterval(() => {
    for (const adminUrl of adminUrls) {
      const answered = ask(adminUrl);
      underWay.add(answered);
      void answered.finally(() => underWay.delete(answered));
    }
  }, INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return { asked, notReady };
    },
  };
}
