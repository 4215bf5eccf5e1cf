export { ManualClock, systemClock, type Clock, type GuardedClock } from './clock.js';
export {
  MAX_CLOCK_SKEW_MS,
  startGuardedClock,
  type GuardedClockOptions,
  type RunningGuardedClock,
} from './guarded-clock.js';
