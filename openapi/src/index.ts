export { documentFor, loadDocument, type CreditCost, type OpenApiDocument } from './document.js';
export { operations, type OperationDescription, type OperationId } from './operations.js';
export { validateRequest, type BodyOperationId, type RequestErrors, type ValidBody } from './request-validation.js';
export { createResponseGuard, type ResponseGuard } from './response-guard.js';
export { isProblemCode, problemKinds, type ProblemKind } from './problems.js';
export {
  INFO_TYPES,
  ITEM_ERRORS,
  MATCHED_BY,
  PERSONAL_DATA_FIELDS,
  PROBLEM_CODES,
  REASONS,
  type MatchedBy,
} from './vocabulary.js';
export type { MoneyAfterFailure } from './problem/money-after-failure.js';
export { renderProblem, type ProblemContext, type RenderedProblem } from './problem/render-problem.js';
export { generateKey, hashKey, isWellFormedKey, KEY_PREFIX, keyOf, shownPrefix } from './api-key.js';
export {
  BUCKET_NAMES,
  DEFAULT_LIMITS,
  effectiveLimits,
  WINDOW_SECONDS,
  type BucketLimits,
  type BucketName,
} from './rate-buckets.js';
export type {
  Candidate,
  Contact,
  ContactsItem,
  ContactsMatched,
  ContactsMatchedBy,
  ContactsResult,
  CountryCode,
  CreditBalance,
  InfoType,
  InvalidItemResult,
  ItemError,
  MatchOrganizationContactsRequest,
  MatchOrganizationContactsResponse,
  MatchOrganizationSwitchboardsRequest,
  MatchOrganizationSwitchboardsResponse,
  MatchOrganizationsRequest,
  MatchOrganizationsResponse,
  MatchPeopleRequest,
  MatchPeopleResponse,
  NotFoundReason,
  NotFoundResult,
  Organization,
  OrganizationItem,
  OrganizationMatched,
  OrganizationMatchedBy,
  OrganizationResult,
  PersonAmbiguous,
  PersonItem,
  PersonMatched,
  PersonMatchedBy,
  PersonResult,
  Problem,
  ProblemCode,
  ReachableInfoType,
  RevealContactsRequest,
  RevealContactsResponse,
  RevealItem,
  RevealQuote,
  RevealResult,
  Switchboard,
  SwitchboardMatched,
  SwitchboardResult,
  components,
  operations as ApiOperations,
  paths,
} from './generated/api.js';
