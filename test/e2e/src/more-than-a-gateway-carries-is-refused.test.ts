import { startStack } from '@prospecting/embedded';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import {
  type Answer,
  counted,
  type Customer,
  type Installation,
  itNeeds,
  keyed,
  overEveryInstallation,
  PATHS,
  problemOf,
  recordsOf,
} from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordlast.example'] });
const first = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordlast.example' });
const second = contact(acme, { name: 'Birger Exempel', email: 'birger@nordlast.example' });

const LOOKUP = { items: [{ id: acme.id }] };
const REQUESTS = 24;

overEveryInstallation(
  'More than a gateway carries is refused',
  { organizations: [acme], contacts: [first, second] },
  (api) => {
    let started: Promise<Installation> | undefined;

    /** Starts a gateway that has two places for one account. */
    const startSmall = (): Promise<Installation> =>
      (started ??= api.alongside({
        start: (options) =>
          startStack({ ...options, gatewayEnvironment: { ...options.gatewayEnvironment, PUBLIC_MAX_AT_WORK: '4' } }),
      }));

    const newCustomer = async (): Promise<Customer> =>
      (await startSmall()).as(await api.customer({ credits: { included: 10 } }));

    /** Sends requests together. Returns the answers, after some were served and some refused. */
    async function sendMany(send: (number: number) => Promise<Answer>): Promise<Answer[]> {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, number) => send(number)));
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200, 503]));
      return answers;
    }

    const chargedBy = ({ json }: Answer): number => (json as { creditsCharged?: number }).creditsCharged ?? 0;

    itNeeds(
      'neighbor',
      'with 503, Retry-After and rate headers, each counted once [7] [8] [D requests.1] [D requests.3]',
      async () => {
        const customer = await newCustomer();
        const answers = await sendMany(() => customer.post(PATHS.organizations, LOOKUP));
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          const problem = problemOf(answer, 503, 'service_unavailable');
          expect(problem.retryable).to.equal(true);
          expect(problem.detail).to.match(/Nothing was revealed or charged\.$/);
          expect(answer.headers['retry-after']).to.equal('1');
          expect(answer.headers).to.include.keys('ratelimit', 'ratelimit-policy');
        }
        const after = counted(await customer.send(PATHS.credits));
        expect([after.overall, after.search, after.spend]).to.deep.equal([REQUESTS + 1, REQUESTS, 0]);
      },
    );

    itNeeds('neighbor', 'while another account and GET /credits are served', async () => {
      const flooding = await newCustomer();
      const other = await newCustomer();
      const [, lookup, credits] = await Promise.all([
        sendMany(() => flooding.post(PATHS.organizations, LOOKUP)),
        other.post(PATHS.organizations, LOOKUP),
        flooding.send(PATHS.credits),
      ]);
      expect([lookup.status, credits.status]).to.deep.equal([200, 200]);
    });

    itNeeds(
      'neighbor',
      'and charges nothing for what is refused, whose Idempotency-Key stays free [7] [D requests.3]',
      async () => {
        const customer = await newCustomer();
        const spend = (number: number, contactId: string): Promise<Answer> => {
          const body = { items: [{ contactId }], infoTypes: ['email'], maxCredits: 1 };
          return customer.post(PATHS.reveal, body, keyed(`order ${number}`));
        };
        const answers = await sendMany((number) => spend(number, first.id));
        for (const answer of answers.filter(({ status }) => status !== 200)) {
          expect(problemOf(answer, 503, 'service_unavailable').detail).to.match(/charged by this try\.$/);
        }
        expect(answers.reduce((sum, answer) => sum + chargedBy(answer), 0)).to.equal(0.2);
        const another = await spend(
          answers.findIndex(({ status }) => status !== 200),
          second.id,
        );
        expect([another.status, chargedBy(another)]).to.deep.equal([200, 0.2]);
        // Orders that had nothing to pay return what they reserved after their answer.
        const balance = await eventually(
          async () => (await customer.send(PATHS.credits)).json as { total: number },
          ({ total }) => total === 9.6,
        );
        expect(balance.total).to.equal(9.6);
      },
    );
  },
);
