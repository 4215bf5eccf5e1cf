import { serviceUnavailable } from '@prospecting/platform/errors';
import type { Cap } from './millicredits.js';

/** How a request that nothing is wrong with deals with money. */
export type Terms =
  /** It asks to reveal nothing. */
  | { readonly kind: 'free' }
  /** It asks what revealing would cost. */
  | { readonly kind: 'quote' }
  | { readonly kind: 'spend'; readonly spend: Spend };

/** One try of a spend: under which name and up to what, and how far it has come, so that its failure can be told truly. */
export class Spend {
  #stage: 'not asked' | 'asked' | 'given up' = 'not asked';
  #chargedMillicredits = 0;

  constructor(
    /** Names the request for good: the same on every gateway, for every try. SHA-256, in hex. */
    readonly operationId: string,
    readonly cap: Cap,
  ) {}

  /**
   * To be called before reveal-service is asked: from here on the outcome is open until it is told. Throws
   * service_unavailable when the caller has been answered, as it was told that nothing was charged.
   */
  ask(): void {
    if (this.#stage === 'given up')
      throw serviceUnavailable('a spend came to its charge after its caller was answered');
    this.#stage = 'asked';
  }

  /** What reveal-service told: the operation was charged this much, by this try or an earlier one. */
  told(chargedMillicredits: number): void {
    this.#chargedMillicredits = chargedMillicredits;
  }

  /** Ends the try. True: reveal-service was not asked by it, and will not be. */
  giveUp(): boolean {
    if (this.#stage === 'not asked') this.#stage = 'given up';
    return this.#stage === 'given up';
  }

  /** 0 while nothing is known. */
  get chargedMillicredits(): number {
    return this.#chargedMillicredits;
  }
}
