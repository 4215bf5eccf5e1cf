import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { fingerprint, type KeyedRequest } from './keyed-request.js';
import { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';

const OLD = 'the secret of stored responses before its rotation';
const NEW = 'the secret of stored responses after its rotation';
const RESPONSE: StoredResponse = { status: 200, body: Buffer.from('{"results":[]}'), creditsRemainingMillicredits: 5 };

/**
 * The lists of the rollouts of a rotation. Between two of them, gateways of both serve side by
 * side.
 */
const ROLLOUTS = [[OLD], [OLD, NEW], [NEW, OLD]];

describe('rotation of STORED_RESPONSE_SECRET', () => {
  let edge: TestEdge;
  let keyId: string;

  before(async () => {
    edge = await openTestEdge();
    const account = await edge.newAccount();
    keyId = (await edge.keys.create({ accountId: account.id, name: 'crm', limits: {} })).id;
  });
  after(() => edge.close());

  const gatewayWith = (secrets: readonly string[]): ResponseStore =>
    createResponseStore({ ...edge, on: edge.pool, secrets });
  const newRequest = (): KeyedRequest => ({
    keyId,
    idempotencyKey: randomUUID(),
    fingerprint: fingerprint('POST', '/contacts/reveal', {}),
  });

  /**
   * Stores a response as one gateway does, and returns what another answers to the same request.
   */
  async function replay(writer: readonly string[], reader: readonly string[]): Promise<string> {
    const request = newRequest();
    const store = gatewayWith(writer);
    const claimed = await store.claim(request);
    if (claimed.kind !== 'held') return claimed.kind;
    await store.complete(claimed.claim, RESPONSE);
    const answer = await gatewayWith(reader)
      .claim(request)
      .catch((error: unknown) => String(error));
    if (typeof answer === 'string') return answer;
    return answer.kind === 'completed' && answer.response.body.equals(RESPONSE.body) ? 'replayed' : answer.kind;
  }

  it('[3] replays every response at every gateway when the new secret is added last, then moved first', async () => {
    for (const [index, after] of ROLLOUTS.entries()) {
      const before = ROLLOUTS[Math.max(0, index - 1)] ?? after;
      for (const [writer, reader] of [
        [before, after],
        [after, before],
      ] as const)
        expect(await replay(writer, reader), `${writer.join()} then ${reader.join()}`).to.equal('replayed');
    }
  });

  it('fails at gateways that do not know the new secret yet when it comes first in one step, and charges nothing twice', async () => {
    expect(await replay([NEW, OLD], [OLD])).to.include('restore the old one');
  });

  it('may drop the old secret 24 hours after it last encrypted, and not before', async () => {
    const request = newRequest();
    const last = gatewayWith([OLD, NEW]);
    const claimed = await last.claim(request);
    if (claimed.kind !== 'held') throw new Error(claimed.kind);
    await last.complete(claimed.claim, RESPONSE);
    const withoutOld = gatewayWith([NEW]);
    edge.clock.advance(24 * 3_600_000 - 1);
    expect(await withoutOld.claim(request).catch(String)).to.include('restore the old one');
    edge.clock.advance(1);
    expect((await withoutOld.claim(request)).kind, 'the key is free, as after 24 hours without a rotation').to.equal(
      'held',
    );
  });
});
