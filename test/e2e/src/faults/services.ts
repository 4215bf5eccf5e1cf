import { CREDITS_CRASH_POINTS, GATEWAY_CRASH_POINTS, REVEAL_CRASH_POINTS } from '@prospecting/embedded';

/** The packages that run as processes. */
export type Service = 'search-service' | 'credits-service' | 'reveal-service' | 'gateway' | 'admin-service';

/**
 * The steps at which a process can be made to fail. search-service and admin-service have none:
 * they hold nothing between two steps.
 */
export const CRASH_POINTS: Readonly<Record<Service, readonly string[]>> = {
  'search-service': [],
  'credits-service': CREDITS_CRASH_POINTS,
  'reveal-service': REVEAL_CRASH_POINTS,
  gateway: GATEWAY_CRASH_POINTS,
  'admin-service': [],
};

export const ALL_CRASH_POINTS: readonly string[] = Object.values(CRASH_POINTS).flat();

/** Returns a service's main module, which is beside the module that its package exports. */
export function mainOf(service: Service): string {
  return new URL('main.js', import.meta.resolve(`@prospecting/${service}`)).pathname;
}
