export { createRetention, type Retention, type RetentionJob, type RetentionOptions } from './retention.js';
