/**
 * The log of requests by key: written in batches in the background, kept 30 days, read by
 * admin-service.
 */
export { UNKNOWN_PATH, type RequestLog, type RequestLogEntry } from './entry.js';
export { createRequestLog, type RequestLogOptions } from './request-log.js';
