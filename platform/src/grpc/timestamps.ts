/** google.protobuf.Timestamp in the shape of the protos' types. */
export interface Timestamp {
  seconds: number;
  nanos: number;
}

export function toTimestamp(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}

export function fromTimestamp(timestamp: Timestamp): Date {
  return new Date(timestamp.seconds * 1000 + Math.floor(timestamp.nanos / 1_000_000));
}
