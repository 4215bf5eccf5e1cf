import type { Queryable } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import fc from 'fast-check';
import { useTestApp, type Answer } from '#testing/routes.js';

/** The clock of the app shows 2026-03-01T12:00:00Z. */
const DAY = '2026-03-01';

interface Logged {
  readonly at: string;
  readonly path: string;
  readonly credits: number;
}

describe('admin API: the request log of a key', () => {
  const { send, newAccount, operator } = useTestApp();
  let key: { readonly id: string; readonly account: string };

  before(async () => {
    await operator().query('select edge.ensure_request_log_partitions($1)', [DAY]);
  });

  beforeEach(async () => {
    const account = await newAccount();
    key = { account, id: (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body.id };
  });

  /** Writes requests with their times of the day; the path is what tests tell them apart by. */
  async function write(
    client: Queryable,
    requests: readonly (readonly [time: string, path: string, operation?: string])[],
  ): Promise<void> {
    for (const [time, path, operation] of requests) {
      await client.query(
        `insert into edge.request_log
           (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)
         values ($1, $2, $3, 'POST', $4, 200, 12, 3, $5, $6)`,
        [key.id, key.account, `${DAY}T${time}Z`, path, operation === undefined ? 0 : 1_000, operation],
      );
    }
  }

  const log = (query = ''): Promise<Answer> => send('GET', `/admin/v1/keys/${key.id}/log${query}`);
  const pathsOf = ({ body }: Answer): string[] => (body as unknown as Logged[]).map(({ path }) => path);
  const link = ({ headers }: Answer, relation: string): string | undefined =>
    new RegExp(`<([^>]+)>; rel="${relation}"`).exec(headers.get('link') ?? '')?.[1];

  /** Reads everything that a follower gets from a cursor. Returns the cursor of what is written later. */
  async function follow(
    from: string | undefined,
  ): Promise<{ paths: string[]; next: string | undefined; credits: number[] }> {
    const paths: string[] = [];
    const credits: number[] = [];
    let next = from;
    for (;;) {
      const answer = await send('GET', next ?? '');
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      paths.push(...pathsOf(answer));
      credits.push(...(answer.body as unknown as Logged[]).map((each) => each.credits));
      next = link(answer, 'next');
      if (next === undefined) return { paths, credits, next: link(answer, 'monitor') };
    }
  }

  it('shows a period, whose end it excludes', async () => {
    await write(operator(), [
      ['08:00:00', '/a'],
      ['09:00:00', '/b'],
      ['10:00:00', '/c'],
    ]);
    const answer = await log(`?since=${DAY}T08:00:00Z&until=${DAY}T11:00:00%2B01:00`);
    expect(pathsOf(answer)).to.deep.equal(['/a', '/b']);
    expect(answer.headers.get('link'), 'nothing follows a period with an end').to.equal(null);
  });

  it('pages back through entries of the same instant, and keeps the parameters', async () => {
    const paths = Array.from({ length: 7 }, (_, index) => `/${index}`);
    await write(
      operator(),
      paths.map((path) => ['10:00:00', path] as const),
    );
    await write(operator(), [['06:00:00', '/before the period']]);
    const pages: string[][] = [];
    let next: string | undefined = `/admin/v1/keys/${key.id}/log?limit=3&since=${DAY}T07:00:00Z`;
    while (next !== undefined) {
      const answer: Answer = await send('GET', next);
      pages.unshift(pathsOf(answer));
      next = link(answer, 'prev');
    }
    expect(pages).to.deep.equal([['/0'], ['/1', '/2', '/3'], ['/4', '/5', '/6']]);
  });

  it('has no next link in its first answer, which the command of the release before would follow', async () => {
    await write(operator(), [['10:00:00', '/a']]);
    expect(link(await log(), 'next')).to.equal(undefined);
  });

  it('gives a follower what was written late, with an earlier or the same instant', async () => {
    await write(operator(), [['11:59:00', '/a']]);
    const first = await log();
    expect(pathsOf(first)).to.deep.equal(['/a']);
    await write(operator(), [
      ['11:58:00', '/late'],
      ['11:59:00', '/same instant'],
      ['11:59:30', '/new'],
    ]);
    const second = await follow(link(first, 'monitor'));
    expect(second.paths).to.deep.equal(['/late', '/same instant', '/new']);
    expect((await follow(second.next)).paths, 'nothing twice').to.deep.equal([]);
  });

  it('gives a follower what another gateway was writing during the read, when it has committed', async () => {
    const gateway = await operator().connect();
    try {
      await gateway.query('begin');
      await write(gateway, [['11:58:00', '/slow gateway']]);
      await write(operator(), [['11:59:00', '/quick gateway']]);
      const first = await log();
      expect(pathsOf(first)).to.deep.equal(['/quick gateway']);
      const second = await follow(link(first, 'monitor'));
      expect(second.paths).to.deep.equal([]);
      await gateway.query('commit');
      expect((await follow(second.next)).paths).to.deep.equal(['/slow gateway']);
    } finally {
      gateway.release();
    }
  });

  it('gives a follower a long list in pages, without what was written between two of them', async () => {
    const first = await log('?limit=2');
    await write(operator(), [
      ['11:59:01', '/1'],
      ['11:59:01', '/2'],
      ['11:59:02', '/3'],
      ['11:59:03', '/4'],
      ['11:59:04', '/5'],
    ]);
    const page = await send('GET', link(first, 'monitor') ?? '');
    expect(pathsOf(page)).to.deep.equal(['/1', '/2']);
    await write(operator(), [
      ['11:59:00', '/6'],
      ['11:59:02', '/7'],
    ]);
    const rest = await follow(link(page, 'next'));
    expect(rest.paths).to.deep.equal(['/3', '/4', '/5']);
    expect((await follow(rest.next)).paths).to.deep.equal(['/6', '/7']);
  });

  it('counts the credits of an operation once for a follower, though its first request is written last', async () => {
    const operation = '0198c0de-0000-7000-8000-000000000001';
    await write(operator(), [['11:59:30', '/retry', operation]]);
    const first = await log();
    expect((first.body as unknown as Logged[]).map(({ credits }) => credits)).to.deep.equal([1]);
    await write(operator(), [['11:59:00', '/first', operation]]);
    expect(await follow(link(first, 'monitor'))).to.deep.include({ paths: ['/first'], credits: [0] });
  });

  it('gives a follower nothing twice and misses nothing, whatever the order of writes, commits and reads', async function () {
    this.timeout(60_000);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('write' as const), gateway: fc.nat(1), second: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ kind: fc.constant('commit' as const), gateway: fc.nat(1) }),
      fc.record({ kind: fc.constant('read' as const) }),
    );
    const open = [await operator().connect(), await operator().connect()];
    let written = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          for (const client of open) await client.query('begin');
          const expected: string[] = [];
          const got: string[] = [];
          let next = link(await log('?limit=2'), 'monitor');
          for (const each of steps) {
            if (each.kind === 'read') {
              const read = await follow(next);
              got.push(...read.paths);
              next = read.next;
              continue;
            }
            const client = open[each.gateway % open.length];
            if (client === undefined) continue;
            if (each.kind === 'commit') await client.query('commit and chain');
            else {
              written += 1;
              expected.push(`/${written}`);
              await write(client, [[`11:59:0${each.second}`, `/${written}`]]);
            }
          }
          for (const client of open) await client.query('commit');
          got.push(...(await follow(next)).paths);
          expect(got.toSorted()).to.deep.equal(expected.toSorted());
        }),
        { numRuns: 15 },
      );
    } finally {
      for (const client of open) {
        await client.query('rollback');
        client.release();
      }
    }
  });

  it('rejects what is not a cursor, and parameters that contradict each other', async () => {
    const cursor = new URLSearchParams(link(await log(), 'monitor')?.split('?')[1]).get('after') ?? '';
    const cases = [
      ['?after=x', 'after'],
      ['?before=e30', 'before'],
      [`?before=${cursor}`, 'before'],
      [`?after=${cursor}&until=${DAY}`, 'until'],
      ['?limit=0', 'limit'],
      ['?limit=10001', 'limit'],
      ['?until=tomorrow', 'until'],
    ] as const;
    for (const [query, field] of cases) {
      const { status, body } = await log(query);
      expect([status, Object.keys(body.errors)], query).to.deep.equal([422, [field]]);
    }
  });

  it('rejects a cursor that somebody made up, and does not fail', async () => {
    const cursorOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [at, row, seen, from] = [`${DAY} 11:00:00+00`, '(0,1)', '5:9:6,7', `${DAY}T11:00:00Z`];
    const made: readonly (readonly [field: string, value: object])[] = [
      ['before', { at: '2026-99-99', row }],
      ['before', { at: '9999999-01-01 00:00:00+00', row }],
      ['before', { at: '2026-03-01 11:00:00+99', row }],
      ['before', { at, row: '(9999999999,1)' }],
      ['before', { at, row: '(0,99999)' }],
      ['after', { from, seen: '9:5:' }],
      ['after', { from, seen: '0:5:' }],
      ['after', { from, seen: '5:9:7,6' }],
      ['after', { from, seen: '5:9:9' }],
      ['after', { from, seen, page: { at: '2026-02-31 11:00:00+00', row, shown: seen } }],
    ];
    for (const [field, value] of made) {
      const { status, body } = await log(`?${field}=${cursorOf(value)}`);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(value)).to.deep.equal([422, [field]]);
    }
    for (const value of [{ at, row }]) expect((await log(`?before=${cursorOf(value)}`)).status).to.equal(200);
    expect((await log(`?after=${cursorOf({ from, seen })}`)).status).to.equal(200);
  });
});
