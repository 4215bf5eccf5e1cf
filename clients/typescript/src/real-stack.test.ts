import { recordsOf } from '@prospecting/e2e/support/index.js';
import { openTcpProxy } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { clientOf, installationWith } from '#testing/installation.js';
import {
  BudgetExceededError,
  ConnectionError,
  CreditCapExceededError,
  InsufficientCreditsError,
  MemoryProgress,
  NotMatchedError,
  TimeoutError,
} from './index.js';
import { OPERATIONS, type Body } from './operations.js';

const { contact, organization, switchboard } = recordsOf(import.meta.url);

const nordvik = organization({
  name: 'Nordvik Maskin AS',
  domains: ['nordvik.example'],
  website: 'https://nordvik.example/',
});
const astrid = contact(nordvik, { name: 'Astrid Exempel', email: 'astrid@nordvik.example', phone: '+46701740631' });
const others = Array.from({ length: 119 }, (_, index) =>
  contact(nordvik, { name: `Person Nummer${index}`, email: `person${index}@nordvik.example` }),
);
const lonely = organization({ name: 'Ensam AS', domains: ['ensam.example'] });
const line = switchboard(nordvik, { phone: '+4721004000', email: 'post@nordvik.example' });

const CREDITS = { credits: { included: 50, purchased: 50 } };

describe('the client against the real product', () => {
  const api = installationWith({
    organizations: [nordvik, lonely],
    contacts: [astrid, ...others],
    switchboards: [line],
  });

  it('calls every operation', async () => {
    const prospecting = clientOf(api, await api.customer(CREDITS));
    expect(await prospecting.getCredits()).to.deep.equal({ included: 50, purchased: 50, total: 100 });
    const organizations = await prospecting.matchOrganizations({ items: [{ ref: 'a', domain: 'nordvik.example' }] });
    expect(organizations.results[0]).to.deep.include({ ref: 'a', status: 'matched', matchedBy: 'domain' });
    const details = { items: [{ domain: 'nordvik.example' }], reveal: ['details'], maxCredits: 1 } as const;
    expect((await prospecting.matchOrganizations(details)).creditsCharged).to.equal(0.2);
    const page = await prospecting.matchOrganizationContacts({ items: [{ id: nordvik.id }], limit: 50 });
    expect(page.results[0]).to.deep.include({ status: 'matched', totalCount: 120 });
    const lines = await prospecting.matchOrganizationSwitchboards({
      items: [{ domain: 'nordvik.example' }],
      reveal: ['phone'],
      dryRun: true,
    });
    expect(lines.creditsQuoted).to.equal(1);
    const people = await prospecting.matchPeople({
      items: [{ name: 'Astrid Exempel', organization: { domain: 'nordvik.example' } }],
    });
    expect(people.results[0]).to.deep.include({ status: 'matched', matchedBy: 'name' });
    const revealed = await prospecting.revealContacts({
      items: [{ contactId: astrid.id }],
      infoTypes: ['email'],
      maxCredits: 0.2,
    });
    const [first] = revealed.results;
    expect(first?.status === 'revealed' && first.contact.email).to.equal('astrid@nordvik.example');
    expect(prospecting.state.creditsRemaining).to.equal(99.6);
  });

  it('quotes, then reveals for the quoted price, once however often the quote is accepted', async () => {
    const customer = await api.customer(CREDITS);
    const prospecting = clientOf(api, customer);
    const items = [{ contactId: astrid.id }];
    const quote = await prospecting.quote.revealContacts({ items, infoTypes: ['email', 'phone'] });
    expect([quote.creditsQuoted, quote.creditsRemaining]).to.deep.equal([1.2, 100]);
    expect(quote.results[0]).to.deep.include({ status: 'quoted' });
    items.push({ contactId: others[0]!.id });
    const failure = await quote.accept({ maxCredits: 1 }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(CreditCapExceededError);
    expect(failure).to.include({ creditsRequired: 1.2, maxCredits: 1, idempotencyKey: quote.idempotencyKey });
    const [first, second] = await Promise.all([quote.accept(), quote.accept()]);
    expect(first).to.deep.equal(second);
    expect(first.creditsCharged).to.equal(1.2);
    expect((await prospecting.getCredits()).total).to.equal(98.8);
  });

  it('quotes every operation that can spend', async () => {
    const prospecting = clientOf(api, await api.customer(CREDITS));
    const items = [{ domain: 'nordvik.example' }];
    const organizations = await prospecting.quote.matchOrganizations({ items, reveal: ['details'] });
    const lines = await prospecting.quote.matchOrganizationSwitchboards({ items, reveal: ['phone', 'email'] });
    const people = await prospecting.quote.matchPeople({
      items: [{ name: astrid.name, organization: { id: nordvik.id } }],
      reveal: ['email'],
    });
    expect([organizations, lines, people].map(({ creditsQuoted }) => creditsQuoted)).to.deep.equal([0.2, 1.2, 0.2]);
    for (const quote of [organizations, lines, people]) await quote.accept();
    expect((await prospecting.getCredits()).total).to.equal(98.4);
  });

  it('lists every contact of an organization, in order, and its pages', async () => {
    const prospecting = clientOf(api, await api.customer());
    const names: string[] = [];
    for await (const { name } of prospecting.listContacts({ domain: 'nordvik.example' })) names.push(name);
    expect(new Set(names).size).to.equal(120);
    const sizes: number[] = [];
    const list = prospecting.listContacts({ id: nordvik.id, limit: 49 });
    for await (const { contacts, totalCount } of list.pages()) sizes.push(contacts.length, totalCount);
    expect(sizes).to.deep.equal([49, 120, 49, 120, 22, 120]);
    const empty: unknown[] = [];
    for await (const each of prospecting.listContacts({ domain: 'ensam.example' })) empty.push(each);
    expect(empty).to.deep.equal([]);
  });

  it('goes on with a list from the cursor of a page', async () => {
    const prospecting = clientOf(api, await api.customer());
    const [first] = (await prospecting.matchOrganizationContacts({ items: [{ id: nordvik.id }], limit: 50 })).results;
    const cursor = first?.status === 'matched' && first.nextCursor;
    const rest: string[] = [];
    for await (const { id } of prospecting.listContacts({ cursor: String(cursor) })) rest.push(id);
    expect(rest).to.have.length(70);
  });

  it('throws NotMatchedError when the organization to list is not found or invalid', async () => {
    const prospecting = clientOf(api, await api.customer());
    for (const [request, status, reason] of [
      [{ domain: 'unknown.example' }, 'not_found', 'organization_not_found'],
      [{ orgNumber: 'none' }, 'invalid', 'invalid_org_number'],
      [{ cursor: 'altered' }, 'invalid', 'invalid_cursor'],
    ] as const) {
      const failure = await prospecting
        .listContacts(request)
        .pages()
        .next()
        .catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(NotMatchedError);
      expect(failure).to.include({ status, reason });
    }
  });

  it('throws InsufficientCreditsError with the price and the balance', async () => {
    const prospecting = clientOf(api, await api.customer({ credits: { included: 0.1 } }));
    const request = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 5 } as const;
    const failure = await prospecting.revealContacts(request).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(InsufficientCreditsError);
    expect(failure).to.include({ status: 402, creditsRequired: 0.2, creditsRemaining: 0.1, retryable: false });
  });

  it('sends any number of items in chunks, in order, and charges each once', async () => {
    const prospecting = clientOf(api, await api.customer(CREDITS));
    const items = others.map(({ id }) => ({ ref: id, contactId: id }));
    const run = prospecting.inChunks.revealContacts({ items, infoTypes: ['email'], maxCredits: 23.8 });
    const refs: unknown[] = [];
    const ranges: [number, number, number][] = [];
    for await (const { results, from, to, creditsCharged } of run) {
      refs.push(...results.map(({ ref }) => ref));
      ranges.push([from, to, creditsCharged]);
    }
    expect(refs).to.deep.equal(items.map(({ ref }) => ref));
    expect(ranges).to.deep.equal([
      [0, 25, 5],
      [25, 50, 5],
      [50, 75, 5],
      [75, 100, 5],
      [100, 119, 3.8],
    ]);
    expect((await prospecting.getCredits()).total).to.equal(76.2);
    for await (const chunk of run) expect.fail(`a run that is done has no chunk from ${chunk.from}`);
  });

  it('stops before the chunk that exceeds the budget', async () => {
    const prospecting = clientOf(api, await api.customer(CREDITS));
    const items = others.slice(0, 60).map(({ id }) => ({ contactId: id }));
    const run = prospecting.inChunks.revealContacts({ items, infoTypes: ['email'], maxCredits: 9.9 });
    const iterator = run[Symbol.asyncIterator]();
    await iterator.next();
    const failure = await iterator.next().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(BudgetExceededError);
    expect(failure).to.include({ maxCredits: 9.9, creditsCharged: 5, creditsRequired: 5, from: 25 });
    expect((await prospecting.getCredits()).total).to.equal(95);
  });

  it('charges a spend once when its answers are lost, and returns the answer of the first try', async () => {
    const customer = await api.customer(CREDITS);
    const proxy = await openTcpProxy(api.publicUrl);
    try {
      const prospecting = clientOf(api, customer, { baseUrl: `http://127.0.0.1:${proxy.port}/external/v1` });
      proxy.loseReplies(2);
      const request = { items: [{ contactId: astrid.id }], infoTypes: ['phone'], maxCredits: 5 } as const;
      expect((await prospecting.revealContacts(request)).creditsCharged).to.equal(1);
      expect(proxy.repliesToLose()).to.equal(0);
      expect((await prospecting.getCredits()).total).to.equal(99);
    } finally {
      await proxy.close();
    }
  });

  it('learns the outcome of a spend that timed out from its key, later and in another client', async () => {
    const customer = await api.customer(CREDITS);
    const proxy = await openTcpProxy(api.publicUrl);
    try {
      const request = { items: [{ contactId: astrid.id }], infoTypes: ['phone'], maxCredits: 5 } as const;
      const hanging = clientOf(api, customer, { baseUrl: `http://127.0.0.1:${proxy.port}/external/v1` });
      await hanging.getCredits();
      proxy.hold();
      const failure: unknown = await hanging
        .revealContacts(request, { timeoutMs: 500 })
        .catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(TimeoutError);
      const { idempotencyKey } = failure as TimeoutError;
      const direct = clientOf(api, customer);
      expect((await direct.revealContacts(request, { idempotencyKey })).creditsCharged).to.equal(1);
      expect((await direct.getCredits()).total).to.equal(99);
    } finally {
      await proxy.close();
    }
  });

  it('charges every chunk once when answers are lost all along the run', async () => {
    const customer = await api.customer(CREDITS);
    const proxy = await openTcpProxy(api.publicUrl);
    try {
      const baseUrl = `http://127.0.0.1:${proxy.port}/external/v1`;
      const items = others.map(({ id }) => ({ contactId: id }));
      const progress = new MemoryProgress();
      let answered = 0;
      // A process that dies in the middle of the chunk after its first one.
      const process = async (): Promise<void> => {
        const prospecting = clientOf(api, customer, { baseUrl, maxRetries: 0 });
        const request = { items, infoTypes: ['email'], maxCredits: 23.8 } as const;
        for await (const { to } of prospecting.inChunks.revealContacts(request, { progress })) {
          answered = to;
          if (to < items.length) proxy.loseReplies(1);
        }
      };
      for (let processes = 0; answered < items.length; processes += 1) {
        expect(processes).to.be.below(10);
        await process().catch((error: unknown) => expect(error).to.be.instanceOf(ConnectionError));
      }
      expect((await progress.load())?.creditsCharged).to.equal(23.8);
      expect((await clientOf(api, customer).getCredits()).total).to.equal(76.2);
    } finally {
      await proxy.close();
    }
  });

  it('knows in which rate buckets each request counts', async () => {
    const prospecting = clientOf(api, await api.customer({ ...CREDITS, limits: 'default' }));
    const items = [{ domain: 'nordvik.example' }];
    const contacts = [{ contactId: astrid.id }];
    const calls: [keyof typeof OPERATIONS, object | undefined][] = [
      ['getCredits', undefined],
      ['matchOrganizations', { items }],
      ['matchOrganizations', { items, reveal: [] }],
      ['matchOrganizations', { items, reveal: ['details'], dryRun: true }],
      ['matchOrganizations', { items, reveal: ['details'], maxCredits: 1 }],
      ['matchOrganizationContacts', { items }],
      ['matchOrganizationSwitchboards', { items, reveal: ['phone'], maxCredits: 1 }],
      ['matchPeople', { items: [{ email: 'a@nordvik.example' }], reveal: ['email'], maxCredits: 1 }],
      ['revealContacts', { items: contacts, infoTypes: ['email'], dryRun: true }],
      ['revealContacts', { items: contacts, infoTypes: ['email'], maxCredits: 1 }],
    ];
    await prospecting.getCredits();
    const left = (): number[] =>
      (['overall', 'search', 'spend'] as const).map((bucket) => prospecting.state.rateLimits[bucket]!.remaining);
    for (const [name, body] of calls) {
      const before = left();
      await (prospecting[name] as (request?: unknown) => Promise<unknown>).call(prospecting, body);
      const counted = ['overall', 'search', 'spend'].filter((_, index) => left()[index]! < before[index]!);
      expect(counted, `${name} ${JSON.stringify(body)}`).to.deep.equal([...OPERATIONS[name].buckets(body as Body)]);
    }
  });
});
