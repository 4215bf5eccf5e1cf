import type { Agent } from 'node:http';
import type { Admin } from './admin.js';
import { exchange, expectWithinContract, type Answer, type RequestOptions } from './client.js';
import { batchOf, createCustomer, customerOf, keyed, PATHS, type Customer, type Wishes } from './customer.js';
import { secretsIn } from './discretion.js';

/** Something that can be revealed for credits. */
export interface Subject {
  readonly subject: 'contact' | 'switchboard' | 'organization';
  /** The id of the contact, or of the organization for the other kinds. */
  readonly subjectId: string;
  readonly infoType: 'email' | 'phone' | 'details';
}

/** What every installation can be told over HTTP. */
export interface Speaker {
  /** Creates an account with a key. */
  customer(wishes?: Wishes): Promise<Customer>;
  /** Returns the same customer, who sends requests to this installation. */
  as(customer: Customer): Customer;
  /**
   * Sends a request below the base address and checks its answer against the contract. Only
   * `headers` can carry a key.
   */
  send(path: string, options?: RequestOptions): Promise<Answer>;
  /** Sends a request to any path of the public listener, and returns its answer unchecked. */
  fetch(path: string, options?: RequestOptions): Promise<Answer>;
  /** Lets the account reveal this and pay for it with credits granted for that, and no more. */
  revealed(customer: Customer, subject: Subject): Promise<void>;
  /** Marks a text that must never be logged. */
  confidential(text: string): void;
}

/** The way to an installation, known once it runs. */
export interface Connection {
  /** Base URL of the public API, with the path of the version. */
  readonly baseUrl: string;
  /** The origin, without the path of the version. */
  readonly publicUrl: string;
  readonly admin: Admin;
  readonly agent: Agent;
}

/** Returns a speaker over a connection. Passes everything that must not be logged to `learn`. */
export function createSpeaker(connection: () => Connection, learn: (secret: string) => void): Speaker {
  const send: Speaker['send'] = async (path, options = {}) => {
    const { baseUrl, agent } = connection();
    const answer = await exchange(baseUrl + path, options, agent);
    const method = options.method ?? (options.body === undefined ? 'GET' : 'POST');
    expectWithinContract(method, path, answer);
    const said = [path, JSON.stringify(options), answer.text].join('\n');
    for (const secret of secretsIn(said)) learn(secret);
    return answer;
  };
  return {
    customer: (wishes = {}) => createCustomer(connection().admin, send, wishes, learn),
    as: (customer) => customerOf(customer, send),
    send,
    fetch: (path, options = {}) => exchange(connection().publicUrl + path, options, connection().agent),
    revealed: (customer, subject) => reveal(connection().admin, customerOf(customer, send), subject),
    confidential: learn,
  };
}

const MATCHES = { switchboard: PATHS.switchboards, organization: PATHS.organizations } as const;

async function reveal(admin: Admin, customer: Customer, { subject, subjectId, infoType }: Subject): Promise<void> {
  const [path, body] =
    subject === 'contact'
      ? [PATHS.reveal, { items: [{ contactId: subjectId }], infoTypes: [infoType] }]
      : [MATCHES[subject], { items: [{ id: subjectId }], reveal: [infoType] }];
  const { creditsQuoted } = batchOf(await customer.post(path, { ...body, dryRun: true }, keyed()));
  const grants = `/accounts/${customer.accountId}/credits/grants`;
  await admin.post(grants, { purchased: creditsQuoted, reference: `for ${subject} ${subjectId} ${infoType}` });
  batchOf(await customer.post(path, { ...body, maxCredits: creditsQuoted }, keyed()));
}
