/** The largest message of any call, on its own or on a stream. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** HTTP/2: what a sender may send before the receiver has read. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;

/** Calls that a server works on at the same time for one connection. */
export const MAX_CALLS = 1_000;

/** A server ends a connection at this age, or up to a tenth earlier or later. */
export const CONNECTION_AGE_MS = 60_000;

/**
 * Time for the calls that are on a connection when it ends. A call stream is in use for up to 10 s
 * of it. A call that comes last has 10 s, as one alone.
 */
export const CONNECTION_GRACE_MS = 20_000;

/**
 * When a client pings its connection. A ping on a connection that its server is ending fails
 * (grpc-js cannot send it) and breaks the connection, with all calls in flight. So the first ping
 * comes before that age, and the second when the connection is gone.
 */
export const KEEPALIVE_MS = 45_000;
