export { createTestDatabase, type TestDatabase } from './database.js';
export { explainGeneric } from './generic-plan.js';
export { rowsFetched } from './rows-fetched.js';
export { rowsRead } from './rows-read.js';
export { ManualClock } from '#src/clock/index.js';
export { startTestService, type TestServiceOptions } from './test-service.js';
export { eventually, eventuallyEquals } from './eventually.js';
export {
  createTestAuthority,
  createTlsVolume,
  type CertificateOptions,
  type IssuedCertificate,
  type TestAuthority,
  type TlsVolume,
} from './certificates.js';
export { codeOf, problemsOf } from './failures.js';
export { openTcpProxy, type TcpProxy } from './tcp-proxy.js';
export { asEcho, asService, echoDefinition, soon, type EchoMessage } from './echo.js';
export { startOtlpCollector, type OtlpCollector, type ReceivedSpan } from './otlp-collector.js';
export { startReplicatedServer, type ReplicatedServer, type ServerNode } from './replicated-server.js';
