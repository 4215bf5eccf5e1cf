export { createTestDatabase, type TestDatabase } from './database.js';
export { ManualClock } from '../clock/index.js';
