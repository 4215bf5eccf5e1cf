import { DomainError } from '@prospecting/platform/errors';
import type { credits } from '@prospecting/protos';
import { eventually, eventuallyEquals } from '@prospecting/platform/testing';
import { expect } from 'chai';
import type { Reserved } from '../audit/compare-entries.js';
import { reservedAs } from '#testing/audit.js';
import { balance, TOKEN, UNKNOWN_ID, useTestApp } from '#testing/routes.js';

describe('admin API: audit', () => {
  const { operator, send, stopAudits, upstream, url } = useTestApp();

  const reservationId = '11111111-1111-4111-8111-111111111111';
  const AN_HOUR_MS = 3_600_000;
  const reservation = (state: credits.ReservationState): Reserved =>
    reservedAs({ id: reservationId, state, included: 200, purchased: 0, ageMs: AN_HOUR_MS, entryId: 1_000 });

  async function audit(query = ''): Promise<unknown[]> {
    const response = await fetch(url(`/admin/v1/credits/audit${query}`), {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson');
    const text = await response.text();
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
      .filter((line) => !('progress' in line));
  }

  it('writes a line for each pending reservation and each difference, then the counts', async () => {
    upstream.balance = balance(0, 0, true);
    upstream.reservations = [reservation('RESERVATION_STATE_PENDING')];
    const pending = { accountId: UNKNOWN_ID, reservationId, ageSeconds: 3_600, credits: 0.2 };
    const subject = { reservationId, reveal: null, operationId: null };
    const difference = { problem: 'pending_too_long', ...subject, expected: 0, found: 0 };
    const lines = await audit();
    expect(lines.slice(0, 2)).to.deep.equal([{ pending }, { difference: { accountId: UNKNOWN_ID, ...difference } }]);
    expect(lines[2]).to.have.nested.include({ 'done.reservations': 1, 'done.attempts': 0 });
    expect(await audit('?graceSeconds=3600')).to.have.length(2);
  });

  it('names the reveal that is wrong, and writes instants in ISO 8601 [D money.7]', async () => {
    upstream.balance = balance(0, 0, true);
    const at = (instant: string) => ({ seconds: Date.parse(instant) / 1000, nanos: 0 });
    const named = { subject: 'contact', subjectId: UNKNOWN_ID, infoType: 'phone' };
    upstream.reveals = [
      {
        ...named,
        millicredits: 200,
        attemptId: reservationId,
        revealedAt: at('2026-03-01T12:00:00Z'),
        expiresAt: at('2028-03-01T12:00:00Z'),
        dueToExpireAt: at('2027-03-01T12:00:00Z'),
      },
    ];
    const of = { accountId: UNKNOWN_ID, reservationId, reveal: named, operationId: null };
    const [unpaid, expiry, last] = await audit();
    expect(unpaid).to.deep.equal({
      difference: { ...of, problem: 'reveal_without_attempt', expected: null, found: 0.2 },
    });
    const times = { expected: '2027-03-01T12:00:00.000Z', found: '2028-03-01T12:00:00.000Z' };
    expect(expiry).to.deep.equal({ difference: { ...of, problem: 'reveal_expiry_differs', ...times } });
    expect(last).to.have.nested.include({ 'done.reveals': 1, 'done.operations': 0 });
  });

  it('repeats its progress while one account takes long, so that the client does not time out', async () => {
    const kinds: unknown[] = [];
    let resume = (): void => {};
    upstream.slow = new Promise((resolve) => {
      resume = resolve;
    });
    const response = await fetch(url('/admin/v1/credits/audit'), {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    if (response.body === null) throw new Error('the answer has no body');
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      for (const line of text.trimEnd().split('\n')) kinds.push(Object.keys(JSON.parse(line) as object)[0]);
      if (kinds.length >= 4) resume();
    }
    expect(kinds.slice(0, 4)).to.deep.equal(Array(4).fill('progress'));
    expect(kinds.at(-1)).to.equal('done');
  });

  it('reports a failure in its last line', async () => {
    upstream.failure = new DomainError('service_unavailable');
    expect(await audit()).to.deep.equal([{ failed: 'service_unavailable' }]);
  });

  describe('is on record', () => {
    interface Row {
      readonly outcome: string | null;
      readonly differences: number | null;
    }

    async function newest(): Promise<Row | undefined> {
      const { rows } = await operator().query<Row>(
        'select outcome, differences from accounts.audits order by started_at desc limit 1',
      );
      return rows[0];
    }

    /** Begins an audit that is under way until `resume` is called. */
    async function beginSlow(): Promise<{ response: Response; resume: () => void; abort: () => void }> {
      let resume = (): void => {};
      upstream.slow = new Promise((resolve) => {
        resume = resolve;
      });
      const cut = new AbortController();
      const response = await fetch(url('/admin/v1/credits/audit'), {
        headers: { authorization: `Bearer ${TOKEN}` },
        signal: cut.signal,
      });
      return { response, resume, abort: () => cut.abort() };
    }

    it('with its end and the number of its differences before its last line arrives', async () => {
      upstream.balance = balance(0, 0, true);
      upstream.reservations = [reservation('RESERVATION_STATE_PENDING')];
      await audit();
      expect(await newest()).to.deep.equal({ outcome: 'complete', differences: 1 });
    });

    it('as failed when a service fails', async () => {
      upstream.failure = new DomainError('service_unavailable');
      await audit();
      expect(await newest()).to.deep.equal({ outcome: 'failed', differences: 0 });
    });

    it('as interrupted when the caller closes the connection', async () => {
      const { resume, abort } = await beginSlow();
      expect(await newest()).to.deep.equal({ outcome: null, differences: null });
      abort();
      const row = await eventually(newest, (each) => each?.outcome !== null);
      expect(row).to.deep.equal({ outcome: 'interrupted', differences: 0 });
      resume();
    });

    it('as failed when the process stops, which does not wait for the end of the audit', async () => {
      const { response, resume } = await beginSlow();
      stopAudits();
      expect(await response.text()).to.match(/\{"failed":"service_unavailable"\}\n$/);
      expect(await newest()).to.include({ outcome: 'failed' });
      resume();
    });

    it('and fails when its end cannot be recorded', async () => {
      const { response, resume } = await beginSlow();
      await operator().query('alter table accounts.audits rename to audits_moved');
      try {
        resume();
        expect(await response.text()).to.match(/\{"failed":"internal_error"\}\n$/);
      } finally {
        await operator().query('alter table accounts.audits_moved rename to audits');
      }
      expect(await newest()).to.deep.equal({ outcome: null, differences: null });
    });

    it('of at most two at a time: a third is answered 503 and says why, and runs when one has ended', async () => {
      const slow = [await beginSlow(), await beginSlow()];
      const refused = await send('GET', '/admin/v1/credits/audit');
      expect([refused.status, refused.body.code]).to.deep.equal([503, 'service_unavailable']);
      expect(refused.body.detail).to.include('2 audits are under way');
      for (const { resume } of slow) resume();
      for (const { response } of slow) expect(await response.text()).to.include('{"done"');
      upstream.slow = undefined;
      const statusOfNext = async (): Promise<number> => {
        const response = await fetch(url('/admin/v1/credits/audit'), { headers: { authorization: `Bearer ${TOKEN}` } });
        await response.text();
        return response.status;
      };
      await eventuallyEquals(statusOfNext, 200);
    });
  });

  it('resolves a pending reservation, and returns the result of one that is already resolved', async () => {
    const path = `/admin/v1/accounts/${UNKNOWN_ID}/credits/reservations/${reservationId}/release`;
    upstream.reservations = [reservation('RESERVATION_STATE_PENDING')];
    const captured = { accountId: UNKNOWN_ID, reservationId, state: 'captured', captured: 0.2 };
    expect((await send('POST', path)).body).to.deep.equal(captured);
    expect(upstream.calls.at(-1)).to.deep.equal(['settleReservation', { accountId: UNKNOWN_ID, reservationId }]);
    upstream.calls.length = 0;
    upstream.reservations = [reservation('RESERVATION_STATE_RELEASED')];
    expect((await send('POST', path)).body).to.deep.equal({ ...captured, state: 'released', captured: 0 });
    upstream.reservations = [];
    expect((await send('POST', path)).body.code).to.equal('not_found');
    expect(upstream.calls.map(([method]) => method)).to.not.include('settleReservation');
  });
});
