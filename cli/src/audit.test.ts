import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { prospect, type CallOptions, type Outcome } from '#testing/prospect.js';

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
  let requests: string[];
  let authorizations: (string | undefined)[];
  /** The response, in the chunks in which the server sends it. */
  let chunks: string[];
  /** The responses to the requests before it. */
  let earlier: string[][];

  beforeEach(async () => {
    requests = [];
    authorizations = [];
    earlier = [];
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      authorizations.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      for (const chunk of earlier.shift() ?? chunks) response.write(chunk);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.close();
    await once(server, 'close');
  });

  const auditWith = (callOptions: CallOptions, ...options: string[]): Promise<Outcome> => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return prospect(['credits', 'audit', ...options], {
      ...callOptions,
      env: { PROSPECT_ADMIN_URL: url, PROSPECT_ADMIN_TOKEN: TOKEN, ...callOptions.env },
    });
  };
  const audit = (...options: string[]): Promise<Outcome> => auditWith({}, ...options);
  const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  it('prints one JSON value and exits 0 when it finds only recent pending reservations', async () => {
    const text = lines({ progress: total }, { pending }, { done: total });
    chunks = [text.slice(0, 20), text.slice(20)];
    const { code, stdout } = await audit('--json', '--grace', '10m');
    expect([code, JSON.parse(stdout)]).to.deep.equal([0, { ...total, pending: [pending], differences: [] }]);
    expect(requests).to.deep.equal(['/admin/v1/credits/audit?graceSeconds=600']);
  });

  it('prints a difference and exits 1', async () => {
    chunks = [lines({ difference }, { done: total })];
    const { code, stdout, stderr } = await audit('--json');
    expect([code, JSON.parse(stdout)]).to.deep.equal([1, { ...total, pending: [], differences: [difference] }]);
    expect(stderr).to.equal('prospect: the audit found 1 difference\n');
    const table = await audit();
    expect(table.code).to.equal(1);
    expect(table.stdout).to.include('captured_other_amount').and.include(RESERVATION);
  });

  it('[D money.7] names the reveal or the operation that differs, in JSON and in the table', async () => {
    const operation = { ...difference, problem: 'operation_other_amount', operationId: 'ab'.repeat(32) };
    chunks = [lines({ difference: unpaid }, { difference: operation }, { done: total })];
    const { stdout, stderr } = await audit('--json');
    expect(JSON.parse(stdout)).to.deep.equal({ ...total, pending: [], differences: [unpaid, operation] });
    expect(stderr).to.equal('prospect: the audit found 2 differences\n');
    const table = (await audit()).stdout;
    expect(table).to.include(`contact ${CONTACT} phone`).and.include('ab'.repeat(32));
  });

  it('names every problem in its help', async () => {
    const { stdout } = await prospect(['credits', 'audit', '--help']);
    for (const problem of ['included_differs', 'reveal_without_attempt', 'operation_time_differs', 'returned_too_much'])
      expect(stdout).to.include(problem);
  });

  it('exits 1 when the audit failed or its response was cut off', async () => {
    chunks = [lines({ progress: total }, { failed: 'service_unavailable' })];
    expect(await audit('--json')).to.deep.include({ code: 1, stdout: '' });
    chunks = [lines({ progress: total }), JSON.stringify({ done: total })];
    const { code, stderr } = await audit('--json');
    expect([code, stderr]).to.deep.equal([1, 'prospect: the audit ended before it was done\n']);
  });

  it('begins again when an audit does not reach its end, as often as --attempts says', async () => {
    const [failed, done] = [lines({ failed: 'service_unavailable' }), lines({ done: total })];
    earlier = [[failed]];
    chunks = [done];
    expect(await audit('--json', '--attempts', '2')).to.deep.include({ code: 0, stderr: '' });
    expect(requests).to.have.length(2);
    chunks = [failed];
    expect((await audit('--attempts', '2')).stderr).to.equal(
      'the audit failed: service_unavailable; beginning again\nprospect: the audit failed: service_unavailable\n',
    );
    expect(requests).to.have.length(4);
  });

  it('sends the first token of a list, so that the service and the command can read one Secret', async () => {
    chunks = [lines({ done: total })];
    await auditWith({ env: { PROSPECT_ADMIN_TOKEN: `${TOKEN}, the-token-that-it-replaces` } });
    expect(authorizations).to.deep.equal([`Bearer ${TOKEN}`]);
  });

  it('exits 141 when the reader closes standard output, because the result was not delivered', async () => {
    chunks = [lines({ done: total })];
    const { code, stderr } = await auditWith({ closeStdout: true });
    expect([code, stderr]).to.deep.equal([141, '']);
  });

  it('exits 1 on a difference even when the reader closes standard output', async () => {
    chunks = [lines({ difference }, { done: total })];
    const { code, stderr } = await auditWith({ closeStdout: true });
    expect([code, stderr]).to.deep.equal([1, 'prospect: the audit found 1 difference\n']);
  });
});
