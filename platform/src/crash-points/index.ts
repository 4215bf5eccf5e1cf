export {
  CRASH_POINTS_VARIABLE,
  createCrashPoints,
  readCrashPoints,
  type CrashAction,
  type CrashPoints,
  type CrashRule,
} from './crash-points.js';
