/** What the promises are tested with: installations over both transports, customers, and the records that they find. */
export type { Admin, LoggedRequest } from './admin.js';
export { exchange, type Answer, type RequestOptions } from './client.js';
export {
  batchOf,
  keyed,
  PATHS,
  problemOf,
  type Batch,
  type Customer,
  type Problem,
  type Result,
  type Wishes,
} from './customer.js';
export { eventually } from './eventually.js';
export { overBothTransports, type Installation, type Transport } from './installation.js';
export { BUCKETS, counted, rateState, type BucketName } from './rate-headers.js';
export { contact, organization, switchboard, type Directory } from './records.js';
export { openLine, type Line } from './line.js';
export { startServicesApart, type ServiceLines } from './services-apart.js';
