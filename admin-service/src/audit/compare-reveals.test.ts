import { toTimestamp } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import { compareOperation, compareReveal } from './compare-reveals.js';

const ATTEMPT = '11111111-1111-4111-8111-111111111111';
const CONTACT = '22222222-2222-4222-8222-222222222222';
const OPERATION = 'ab'.repeat(32);
const AT = new Date('2026-03-01T12:00:00Z');
const OTHER_TIME = new Date('2026-03-01T12:00:01Z');
const EXPIRY = new Date('2027-03-01T12:00:00Z');

const record: reveal.RevealRecord = {
  subject: 'contact',
  subjectId: CONTACT,
  infoType: 'email',
  millicredits: 200,
  attemptId: ATTEMPT,
  revealedAt: toTimestamp(AT),
  expiresAt: toTimestamp(EXPIRY),
  attemptMillicredits: 200,
  attemptAt: toTimestamp(AT),
  dueToExpireAt: toTimestamp(EXPIRY),
};
const ofReveal = { reservationId: ATTEMPT, reveal: { subject: 'contact', subjectId: CONTACT, infoType: 'email' } };

const operation: reveal.OperationRecord = {
  operationId: OPERATION,
  attemptId: ATTEMPT,
  at: toTimestamp(AT),
  plannedMillicredits: 200,
  attemptMillicredits: 200,
  attemptAt: toTimestamp(AT),
};
const ofOperation = { reservationId: ATTEMPT, operationId: OPERATION };

/** Absent fields as in-process calls and gRPC represent them. */
const ABSENT = [
  { attemptMillicredits: undefined, attemptAt: undefined },
  { attemptMillicredits: null, attemptAt: null },
] as unknown as Partial<reveal.RevealRecord & reveal.OperationRecord>[];

describe('compareReveal', () => {
  it('finds no difference when a reveal and its attempt agree [D money.7]', () => {
    expect(compareReveal(record)).to.deep.equal([]);
    expect(compareReveal({ ...record, millicredits: 0, attemptMillicredits: 0 })).to.deep.equal([]);
  });

  it('reports a reveal without an attempt, also when it is free [D money.7]', () => {
    for (const millicredits of [0, 200])
      for (const absent of ABSENT)
        expect(compareReveal({ ...record, millicredits, ...absent })).to.deep.equal([
          { problem: 'reveal_without_attempt', ...ofReveal, expected: null, found: millicredits },
        ]);
  });

  it('reports a different price, time and expiry [D money.7]', () => {
    expect(compareReveal({ ...record, millicredits: 100 })).to.deep.equal([
      { problem: 'reveal_other_price', ...ofReveal, expected: 200, found: 100 },
    ]);
    expect(compareReveal({ ...record, attemptAt: toTimestamp(OTHER_TIME) })).to.deep.equal([
      { problem: 'reveal_time_differs', ...ofReveal, expected: OTHER_TIME, found: AT },
    ]);
    expect(compareReveal({ ...record, expiresAt: toTimestamp(AT) })).to.deep.equal([
      { problem: 'reveal_expiry_differs', ...ofReveal, expected: EXPIRY, found: AT },
    ]);
  });
});

describe('compareOperation', () => {
  it('finds no difference when an operation and its attempt agree [D money.7]', () => {
    expect(compareOperation(operation)).to.deep.equal([]);
  });

  it('reports an operation without an attempt [D money.7]', () => {
    for (const absent of ABSENT)
      expect(compareOperation({ ...operation, ...absent })).to.deep.equal([
        { problem: 'operation_without_attempt', ...ofOperation, expected: null, found: 200 },
      ]);
  });

  it('reports a different cost and time [D money.7]', () => {
    expect(compareOperation({ ...operation, plannedMillicredits: 300 })).to.deep.equal([
      { problem: 'operation_other_amount', ...ofOperation, expected: 200, found: 300 },
    ]);
    expect(compareOperation({ ...operation, at: toTimestamp(OTHER_TIME) })).to.deep.equal([
      { problem: 'operation_time_differs', ...ofOperation, expected: AT, found: OTHER_TIME },
    ]);
  });
});
