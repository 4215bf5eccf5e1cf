import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { prospect, type Outcome } from './testing/prospect.js';

const ACCOUNT = '0198c0de-5a5a-7000-8000-0123456789ab';
const RESERVATION = '0198c0de-5a5a-7000-8000-0123456789ac';
const TOKEN = 'a-token-for-the-tests-of-the-command-audit';

const CONTACT = '0198c0de-5a5a-7000-8000-0123456789ad';
const total = { accounts: 2, reservations: 3, attempts: 4, reveals: 5, operations: 6 };
const pending = { accountId: ACCOUNT, reservationId: RESERVATION, ageSeconds: 7, credits: 0.2 };
const difference = {
  accountId: ACCOUNT,
  problem: 'captured_other_amount',
  reservationId: RESERVATION,
  reveal: null,
  operationId: null,
  expected: 0.2,
  found: 1.2,
};
const unpaid = {
  ...difference,
  problem: 'reveal_without_attempt',
  reveal: { subject: 'contact', subjectId: CONTACT, infoType: 'phone' },
  expected: null,
};

describe('prospect credits audit', () => {
  let server: Server;
  let asked: string[];
  /** The answer, in the pieces in which it is sent. */
  let pieces: string[];

  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  const audit = (...options: string[]): Promise<Outcome> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return prospect(['credits', 'audit', ...options], {
      env: { PROSPECT_ADMIN_URL: url, PROSPECT_ADMIN_TOKEN: TOKEN },
    });
  };
  const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  it('is one JSON value, with exit code 0, when only young reservations are pending', async () => {
    const text = lines({ progress: total }, { pending }, { done: total });
    pieces = [text.slice(0, 20), text.slice(20)];
    const { code, stdout } = await audit('--json', '--grace', '10m');
    expect([code, JSON.parse(stdout)]).to.deep.equal([0, { ...total, pending: [pending], differences: [] }]);
    expect(asked).to.deep.equal(['/admin/v1/credits/audit?graceSeconds=600']);
  });

  it('exits 1 when there is a difference, and tells it', async () => {
    pieces = [lines({ difference }, { done: total })];
    const { code, stdout, stderr } = await audit('--json');
    expect([code, JSON.parse(stdout)]).to.deep.equal([1, { ...total, pending: [], differences: [difference] }]);
    expect(stderr).to.equal('prospect: the audit found 1 difference\n');
    const table = await audit();
    expect(table.code).to.equal(1);
    expect(table.stdout).to.include('captured_other_amount').and.include(RESERVATION);
  });

  it('names the reveal or the operation that differs, as JSON and in the table [D money.7]', async () => {
    const operation = { ...difference, problem: 'operation_other_amount', operationId: 'ab'.repeat(32) };
    pieces = [lines({ difference: unpaid }, { difference: operation }, { done: total })];
    const { stdout, stderr } = await audit('--json');
    expect(JSON.parse(stdout)).to.deep.equal({ ...total, pending: [], differences: [unpaid, operation] });
    expect(stderr).to.equal('prospect: the audit found 2 differences\n');
    const table = (await audit()).stdout;
    expect(table).to.include(`contact ${CONTACT} phone`).and.include('ab'.repeat(32));
  });

  it('has a help that names every problem', async () => {
    const { stdout } = await prospect(['credits', 'audit', '--help']);
    for (const problem of ['included_differs', 'reveal_without_attempt', 'operation_time_differs', 'returned_too_much'])
      expect(stdout).to.include(problem);
  });

  it('that failed or was cut off is never a clean one', async () => {
    pieces = [lines({ progress: total }, { failed: 'service_unavailable' })];
    expect(await audit('--json')).to.deep.include({ code: 1, stdout: '' });
    pieces = [lines({ progress: total }), JSON.stringify({ done: total })];
    const { code, stderr } = await audit('--json');
    expect([code, stderr]).to.deep.equal([1, 'prospect: the audit ended before it was done\n']);
  });
});
