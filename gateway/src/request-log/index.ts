/** The log of requests by key: written in batches off the request's path, kept 30 days, read by administrators. */
export { UNKNOWN_PATH, type RequestLog, type RequestLogEntry } from './entry.js';
export { createRequestLog, type RequestLogOptions } from './request-log.js';
export { MAX_LOG_ENTRIES, readRequestLog, type LoggedRequest, type LogQuery } from './read-request-log.js';
