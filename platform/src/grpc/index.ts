export type { CallerTable } from './callers.js';
export { clientTls, createClient, type ClientOptions, type ClientTls, type ServiceClient } from './client.js';
export type { AnyService, CallContext, Service } from './contract.js';
export { nextHop, assertDeadlineAhead, remainingMs, withinDeadline } from './deadline.js';
export { inProcess } from './in-process.js';
export { createServer, served, type GrpcServer, type ServedService, type ServerOptions } from './server.js';
export { fromTimestamp, toTimestamp, type Timestamp } from './timestamps.js';
export { openTlsIdentity, type TlsFiles, type TlsIdentity, type TlsIdentityOptions } from './tls.js';
