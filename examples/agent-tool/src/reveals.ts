import { CreditCapExceededError, InsufficientCreditsError, type Prospecting } from '@prospecting/client';
import { Refusal, untrusted } from './answers.js';
import type { Wallet } from './wallet.js';

type Quote = Awaited<ReturnType<Prospecting['quote']['revealContacts']>>;

/** A quote that the model may accept by its id. */
interface OpenQuote {
  readonly quote: Quote;
  readonly infoTypes: readonly string[];
  readonly contacts: readonly string[];
  isConfirmed?: boolean;
  refusal?: Refusal;
  answer?: object;
}

/** Quotes that are kept. The oldest goes first. */
const MAX_QUOTES = 50;

/** Quotes and reveals of one conversation. */
export class Reveals {
  readonly #quotes = new Map<string, OpenQuote>();
  #count = 0;
  /** The reveal before. A model may make several calls at a time; together they share one budget. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly prospecting: Prospecting,
    private readonly wallet: Wallet,
  ) {}

  async quote(contactIds: readonly string[], infoTypes: readonly ('email' | 'phone')[]): Promise<object> {
    const items = contactIds.map((contactId) => ({ contactId }));
    const quote = await this.prospecting.quote.revealContacts({ items, infoTypes });
    const found = quote.results.flatMap((result) => (result.status === 'quoted' ? [result] : []));
    const unusable = quote.results.flatMap((result, index) => (result.status === 'quoted' ? [] : [contactIds[index]]));
    if (found.length === 0) throw new Refusal('contact_not_found', 'None of these ids is a contact. Find them first.');
    this.#count += 1;
    const id = `quote-${this.#count}`;
    const contacts = found.map(({ contact }) => untrusted(contact.name) ?? '');
    this.#quotes.set(id, { quote, infoTypes, contacts });
    for (const oldest of [...this.#quotes.keys()].slice(0, -MAX_QUOTES)) this.#quotes.delete(oldest);
    return {
      quote_id: id,
      credits: quote.creditsQuoted,
      needs_confirmation: this.wallet.needsConfirmation(quote.creditsQuoted),
      budget_left: this.wallet.remaining,
      nothing_to_reveal: found
        .filter(({ reveal }) => reveal.newInfoTypes.length === 0)
        .map(({ contactId }) => contactId),
      not_found: unusable,
    };
  }

  /** Reveals what a quote priced, after the reveal before it has ended. */
  reveal(id: string): Promise<object> {
    const mine = this.#turn.then(() => this.#revealNow(id));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #revealNow(id: string): Promise<object> {
    const open = this.#quotes.get(id);
    if (open === undefined) throw new Refusal('unknown_quote', 'There is no such quote. Call quote_reveal first.');
    if (open.answer !== undefined) return open.answer;
    if (open.refusal !== undefined) throw open.refusal;
    const { quote, infoTypes, contacts } = open;
    if (open.isConfirmed === undefined) {
      try {
        open.isConfirmed = await this.wallet.authorize({ credits: quote.creditsQuoted, infoTypes, contacts });
      } catch (error) {
        // Whoever declined is not asked again. A budget may have room for it after all.
        if (error instanceof Refusal && error.code === 'not_confirmed') open.refusal = error;
        throw error;
      }
      // Taken before it is spent: what fails without an answer may have been charged.
      this.wallet.take(quote.creditsQuoted, open.isConfirmed);
    }
    open.answer = await this.#accept(open);
    return open.answer;
  }

  /** Spends at most the credits of the quote. Under the key of the quote, it happens once. */
  async #accept(open: OpenQuote): Promise<object> {
    try {
      const { results, creditsCharged, creditsRemaining } = await open.quote.accept();
      this.wallet.giveBack(open.quote.creditsQuoted - creditsCharged, open.isConfirmed === true);
      const contacts = results.flatMap((result) => (result.status === 'revealed' ? [result.contact] : []));
      return {
        credits_charged: creditsCharged,
        credits_left: creditsRemaining,
        contacts: contacts.map(({ id, name, email, emailIsMasked, phone, phoneIsMasked }) => ({
          contact_id: id,
          name: untrusted(name),
          ...(!emailIsMasked && { email: untrusted(email) }),
          ...(!phoneIsMasked && { phone: untrusted(phone) }),
        })),
      };
    } catch (error) {
      // Only these say that no try was charged. Another refusal may follow a try whose answer was lost.
      const isRefused = error instanceof CreditCapExceededError || error instanceof InsufficientCreditsError;
      if (isRefused) {
        this.wallet.giveBack(open.quote.creditsQuoted, open.isConfirmed === true);
        delete open.isConfirmed;
      }
      throw error;
    }
  }
}
