import { startTracing } from '@prospecting/platform/telemetry';
import { startOtlpCollector, type OtlpCollector, type ReceivedSpan } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { keyed, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordspan.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordspan.example' });
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const headers = { traceparent: `00-${TRACE}-${CALLER_SPAN}-00` };

overEveryInstallation(
  'Each request is one trace',
  { organizations: [acme], contacts: [astrid] },
  (api) => {
    let collector: OtlpCollector;
    let stop: () => Promise<void>;

    beforeEach(async () => {
      collector = await startOtlpCollector();
      stop = await startTracing('e2e', { otlpEndpoint: collector.url });
    });

    afterEach(async () => {
      await stop();
      await collector.close();
    });

    /** Returns the spans of the request's trace after they form one tree below the caller's span. */
    async function tree(): Promise<readonly ReceivedSpan[]> {
      await stop();
      const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
      const ids = new Set(spans.map(({ spanId }) => spanId));
      const roots = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId));
      expect(roots.map(({ parentSpanId }) => parentSpanId)).to.deep.equal([CALLER_SPAN]);
      return spans;
    }

    /** Returns the names from the root to the span. */
    function way(spans: readonly ReceivedSpan[], name: string): string[] {
      const names: string[] = [];
      let span = spans.find((each) => each.name === name);
      while (span !== undefined) {
        names.unshift(span.name);
        const parent = span.parentSpanId;
        span = spans.find(({ spanId }) => spanId === parent);
      }
      return names;
    }

    function expectDiscreet(key: string): void {
      const exported = collector.bodies.join('\n');
      for (const secret of [key, astrid.name, 'astrid@nordspan.example', 'nordvik', acme.id, 'select ', 'insert into'])
        expect(exported.toLowerCase()).to.not.contain(secret.toLowerCase());
    }

    it('a lookup: gateway, search and its statement', async () => {
      const customer = await api.customer();
      const answer = await customer.post(PATHS.organizations, { items: [{ id: acme.id }] }, headers);
      expect(answer.status).to.equal(200);
      const spans = await tree();
      const root = spans.find(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
      expect(root?.name).to.match(/^POST \/\S+/);
      expect(root?.attributes).to.include({ 'http.request.method': 'POST', 'prospect.code': 'ok' });
      const statement = spans.find(({ name }) => name.startsWith('directory_'));
      const rpc = '/prospecting.search.v1.SearchService/MatchOrganizations';
      expect(way(spans, statement?.name ?? '')).to.deep.equal([
        root?.name,
        ...(api.transport === 'grpc' ? [rpc, rpc] : []),
        statement?.name,
      ]);
      expectDiscreet(customer.key);
    });

    it('a reveal: gateway, reveal, credits and their statements', async () => {
      const customer = await api.customer({ credits: { included: 10, purchased: 5 } });
      const body = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 100 };
      const answer = await customer.post(PATHS.reveal, body, { ...keyed(), ...headers });
      expect(answer.status).to.equal(200);
      const spans = await tree();
      const names = new Set(spans.map(({ name }) => name.replace(/_.*$/, '')));
      expect([...names]).to.include.members(['edge', 'reveal', 'credits']);
      expect(spans.map(({ name }) => name)).to.include('reveal_commit_attempt');
      if (api.transport === 'grpc') {
        const reserve = '/prospecting.credits.v1.CreditsLedger/Reserve';
        const spend = '/prospecting.reveal.v1.RevealSpender/Reveal';
        expect(way(spans, reserve).slice(1, 4)).to.deep.equal([spend, spend, reserve]);
      }
      expectDiscreet(customer.key);
    });

    it("a problem: its traceId finds the request's span, whose code and log line are the problem's", async () => {
      const customer = await api.customer();
      const answer = await customer.send('/nowhere', { headers });
      expect(problemOf(answer, 404, 'not_found').traceId).to.equal(TRACE);
      const root = (await tree()).find(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
      expect(root?.attributes).to.include({ 'prospect.code': 'not_found' });
      expect(
        api.logLines().some((line) => line.includes(`"traceId":"${TRACE}"`) && line.includes('not_found')),
      ).to.equal(true);
    });
  },
  'processes',
);
