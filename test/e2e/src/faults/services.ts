import { CREDITS_CRASH_POINTS, GATEWAY_CRASH_POINTS, REVEAL_CRASH_POINTS } from '@prospecting/embedded';

/** The packages that run as processes. */
export type Service = 'search-service' | 'credits-service' | 'reveal-service' | 'gateway';

/** Every step at which a process can be made to fail. search-service has none: it holds nothing that a step could lose. */
export const CRASH_POINTS: Readonly<Record<Service, readonly string[]>> = {
  'search-service': [],
  'credits-service': CREDITS_CRASH_POINTS,
  'reveal-service': REVEAL_CRASH_POINTS,
  gateway: GATEWAY_CRASH_POINTS,
};

export const ALL_CRASH_POINTS: readonly string[] = Object.values(CRASH_POINTS).flat();

/** A service's main module lies beside the module that its package exports. */
export function mainOf(service: Service): string {
  return new URL('main.js', import.meta.resolve(`@prospecting/${service}`)).pathname;
}
