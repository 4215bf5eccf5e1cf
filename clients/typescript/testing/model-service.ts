/** What the network or the process does with one request. */
export type Fault = 'none' | 'lost request' | 'lost answer' | 'busy' | 'killed before' | 'killed after';

interface RevealBody {
  readonly items: readonly { readonly ref: string; readonly contactId: string }[];
  readonly maxCredits: number;
}

/** Thousandths of a credit for a contact that is not revealed yet. */
export const PRICE = 200;

/** contacts/reveal as the specification describes it, behind a fetch that fails as told. */
export class ModelService {
  /** What the account was charged, in thousandths of a credit. */
  charged = 0;
  readonly revealed = new Set<string>();
  /** Called when the process is killed. */
  onKill: () => void = () => {};
  readonly #faults: Fault[];
  readonly #stored = new Map<string, { readonly request: string; readonly answer: string }>();

  constructor(faults: readonly Fault[]) {
    this.#faults = [...faults];
  }

  readonly fetch: typeof fetch = async (_, init) => {
    const fault = this.#faults.shift() ?? 'none';
    if (fault === 'lost request') throw new TypeError('fetch failed');
    if (fault === 'killed before') return this.#kill();
    if (fault === 'busy') return refusal(409, 'idempotency_key_in_use', true);
    const response = this.#answer(new Headers(init?.headers).get('idempotency-key') ?? '', init?.body as string);
    if (fault === 'lost answer') throw new TypeError('fetch failed');
    return fault === 'killed after' ? this.#kill() : response;
  };

  #kill(): Promise<never> {
    this.onKill();
    return new Promise(() => {});
  }

  #answer(key: string, request: string): Response {
    const stored = this.#stored.get(key);
    if (stored?.request === request) return new Response(stored.answer);
    if (stored !== undefined) return refusal(422, 'idempotency_key_reused', false);
    const { items, maxCredits } = JSON.parse(request) as RevealBody;
    const fresh = new Set(items.map(({ contactId }) => contactId).filter((id) => !this.revealed.has(id)));
    const price = fresh.size * PRICE;
    if (price > Math.round(maxCredits * 1000)) {
      return refusal(422, 'credit_cap_exceeded', false, { creditsRequired: price / 1000, maxCredits });
    }
    for (const id of fresh) this.revealed.add(id);
    this.charged += price;
    const results = items.map(({ ref, contactId }) => ({ ref, contactId, status: 'revealed' }));
    const answer = JSON.stringify({ results, creditsCharged: price / 1000, creditsQuoted: price / 1000 });
    this.#stored.set(key, { request, answer });
    return new Response(answer);
  }
}

function refusal(status: number, code: string, retryable: boolean, members: object = {}): Response {
  return new Response(JSON.stringify({ status, code, retryable, detail: code, ...members }), { status });
}
