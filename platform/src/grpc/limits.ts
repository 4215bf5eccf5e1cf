/** The largest message of any call, on its own or on a stream. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** HTTP/2: what a sender may send before the receiver has read. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;

/** Calls that a server works on at the same time for one connection. */
export const MAX_CALLS = 1_000;
