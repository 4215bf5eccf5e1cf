export interface BodyBudgetOptions {
  /**
   * Bytes of unfinished bodies that one key may hold. Default: 8 MiB, which are 32 bodies of the
   * greatest size.
   */
  readonly perKeyBytes?: number | undefined;
  /** Bytes of unfinished bodies in this process. Default: 64 MiB. */
  readonly totalBytes?: number | undefined;
}

/** The memory of one body. */
export interface BodyAllowance {
  /**
   * Takes more bytes, or returns false and takes none when the key or the process would exceed its
   * budget.
   */
  take(bytes: number): boolean;
  /** Gives everything back. */
  release(): void;
}

const MIB = 1024 * 1024;

/**
 * Bounds the memory of bodies that are still arriving: those of each key, and those of all keys
 * together.
 */
export class BodyBudget {
  readonly #perKeyBytes: number;
  readonly #totalBytes: number;
  readonly #takenByKey = new Map<string, number>();
  #taken = 0;

  constructor({ perKeyBytes = 8 * MIB, totalBytes = 64 * MIB }: BodyBudgetOptions = {}) {
    this.#perKeyBytes = perKeyBytes;
    this.#totalBytes = totalBytes;
  }

  /** Bytes that are taken now. */
  get takenBytes(): number {
    return this.#taken;
  }

  /** Keys that hold any of them. */
  get keys(): number {
    return this.#takenByKey.size;
  }

  open(keyId: string): BodyAllowance {
    let own = 0;
    return {
      take: (bytes) => {
        const ofKey = (this.#takenByKey.get(keyId) ?? 0) + bytes;
        if (ofKey > this.#perKeyBytes || this.#taken + bytes > this.#totalBytes) return false;
        this.#takenByKey.set(keyId, ofKey);
        this.#taken += bytes;
        own += bytes;
        return true;
      },
      release: () => {
        const ofKey = (this.#takenByKey.get(keyId) ?? 0) - own;
        if (ofKey > 0) this.#takenByKey.set(keyId, ofKey);
        else this.#takenByKey.delete(keyId);
        this.#taken -= own;
        own = 0;
      },
    };
  }
}
