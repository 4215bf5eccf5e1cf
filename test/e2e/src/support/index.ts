/**
 * Test support for the customer stories: installations, customers and the
 * records that they find.
 */
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
export { describeNeeds, itNeeds, type Need } from './capabilities.js';
export type { Installation, Transport } from './installation.js';
export { overEveryInstallation } from './promises.js';
export { counted, rateState, type BucketName } from './rate-headers.js';
export { recordsOf, type Directory } from './records.js';
export { startServicesApart, type ServiceLines } from './services-apart.js';
