export { createTestDatabase, type TestDatabase } from './database.js';
export { explainGeneric } from './generic-plan.js';
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
