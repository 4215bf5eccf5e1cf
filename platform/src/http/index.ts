/** HTTP bodies as both HTTP listeners read them: bounded, in time, strict JSON. */
export { hasBody, isJsonBody, readBody, type BodyLimits, type RequestBody } from './request-body.js';
export { drainServer } from './drain-server.js';
export { BodyBudget, type BodyAllowance, type BodyBudgetOptions } from './body-budget.js';
export { headerLines, soleHeader } from './headers.js';
export { createRequestDrain, type RequestDrain } from './request-drain.js';
export {
  createResource,
  ENCODINGS,
  type Encoding,
  type Representation,
  type Resource,
  type ResourceOptions,
} from './resource.js';
export { sendResource, type ResourceExchange } from './send-resource.js';
