export { createClient, type ClientOptions, type ServiceClient } from './client.js';
export type { Call, Service } from './contract.js';
export { nextHop, refuseHopeless, remainingMs, withinDeadline } from './deadline.js';
export { inProcess } from './in-process.js';
export { createServer, served, type GrpcServer, type ServedService, type ServerOptions } from './server.js';
export { fromTimestamp, toTimestamp, type Timestamp } from './timestamps.js';
