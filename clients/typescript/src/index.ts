export { ChunkedRun, type Chunk, type ChunkedRuns, type ChunkOptions } from './chunks.js';
export { Prospecting, type ClientState } from './client.js';
export type { ClientOptions } from './config.js';
export { ContactList, type ListContactsRequest } from './contact-list.js';
export {
  AbortedError,
  ApiError,
  ApiKeyExpiredError,
  ApiKeyRevokedError,
  BudgetExceededError,
  ConfigurationError,
  ConnectionError,
  CreditCapExceededError,
  FeatureNotEnabledError,
  IdempotencyKeyInUseError,
  IdempotencyKeyRequiredError,
  IdempotencyKeyReusedError,
  InsufficientCreditsError,
  InternalError,
  InvalidApiKeyError,
  MethodNotAllowedError,
  NotFoundError,
  NotMatchedError,
  PayloadTooLargeError,
  ProspectingError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
  TooManyItemsError,
  UnsupportedMediaTypeError,
  ValidationFailedError,
} from './errors.js';
export type {
  Candidate,
  Contact,
  ContactsItem,
  ContactsResult,
  CountryCode,
  CreditBalance,
  InfoType,
  ItemError,
  MatchOrganizationContactsResponse,
  MatchOrganizationsResponse,
  MatchOrganizationSwitchboardsResponse,
  MatchPeopleResponse,
  NotFoundReason,
  Organization,
  OrganizationItem,
  OrganizationResult,
  PersonItem,
  PersonResult,
  Problem,
  ProblemCode,
  RevealContactsResponse,
  RevealItem,
  RevealQuote,
  RevealResult,
  Switchboard,
  SwitchboardResult,
} from './generated/api.js';
export { MemoryProgress, type ChunkUnderWay, type Progress, type ProgressStore } from './progress.js';
export { Quote, type AcceptOptions, type Quotes } from './quote.js';
export type { RateLimit, RateLimits } from './rate-limits.js';
export type {
  Budget,
  MatchOrganizationContactsRequest,
  MatchOrganizationsRequest,
  MatchOrganizationSwitchboardsRequest,
  MatchPeopleRequest,
  RevealContactsRequest,
} from './requests.js';
export type { CallOptions } from './transport.js';
