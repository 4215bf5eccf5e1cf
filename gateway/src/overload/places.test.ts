import { expect } from 'chai';
import fc from 'fast-check';
import { Places, type Place, type Refusal } from './places.js';

const MOST = 160;
const RUNS = { numRuns: 300 };

/** Places whose clock stands still, so that their limit stays as it is. */
function openPlaces(most = MOST): Places {
  return new Places({ most, now: () => 0 });
}

function isPlace(taken: Place | Refusal): taken is Place {
  return typeof taken === 'object';
}

/** Takes places for an account until it gets none. */
function flood(places: Places, accountId: string): Place[] {
  const held: Place[] = [];
  for (let taken = places.take(accountId); isPlace(taken); taken = places.take(accountId)) held.push(taken);
  return held;
}

/** What some account does next. `at` chooses the place that it gives back. */
const STEPS = fc.array(
  fc.record({ account: fc.nat(11), takes: fc.boolean(), at: fc.nat(1_000), twice: fc.boolean() }),
  { maxLength: 600 },
);

/** Runs the steps, and calls `onRefusal` for each request without a place. */
function run(
  places: Places,
  steps: typeof STEPS extends fc.Arbitrary<infer Steps> ? Steps : never,
  onRefusal: (refusal: Refusal, own: number, ofOthers: readonly number[]) => void,
): Place[][] {
  const held: Place[][] = Array.from({ length: 12 }, () => []);
  for (const { account, takes, at, twice } of steps) {
    const own = held[account] as Place[];
    if (takes) {
      const taken = places.take(`account ${account}`);
      if (isPlace(taken)) own.push(taken);
      else
        onRefusal(
          taken,
          own.length,
          held.map(({ length }) => length),
        );
    } else if (own.length > 0) {
      const [place] = own.splice(at % own.length, 1);
      place?.release('read');
      if (twice) place?.release('read');
    }
    expect(places.taken).to.equal(held.flat().length);
    expect(places.accounts).to.equal(held.filter(({ length }) => length > 0).length);
    expect(places.taken).to.be.at.most(MOST);
  }
  return held;
}

describe('Places', () => {
  it('are never more than the maximum, and each is given back exactly once, in any order of requests', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const places = openPlaces();
        const held = run(places, steps, () => {});
        for (const place of held.flat()) place.release('spend');
        expect([places.taken, places.accounts, places.limit]).to.deep.equal([0, 0, MOST]);
      }),
      RUNS,
    );
  });

  it('refuse an account without any only when all are taken', () => {
    fc.assert(
      fc.property(STEPS, fc.nat(11), (steps, floods) => {
        const places = openPlaces();
        for (let account = 100; account < 100 + floods; account += 1) flood(places, `account ${account}`);
        const fixed = places.taken;
        const held: Place[] = [];
        for (const { account } of steps) {
          if (held.length > 0 && account % 2 === 0) held.pop()?.release('read');
          const taken = places.take(`account ${account}`);
          if (isPlace(taken)) held.push(taken);
          else if (taken === 'full') expect(places.taken).to.equal(MOST);
        }
        expect(places.taken).to.equal(fixed + held.length);
      }),
      RUNS,
    );
  });

  it('never refuse an account with up to 40 at work, whatever one other account sends', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const places = openPlaces();
        const flooding: Place[] = [];
        const small: Place[] = [];
        for (const { account, takes, at } of steps) {
          flooding.push(...flood(places, 'flooding'));
          if (account > 6) flooding.splice(at % flooding.length, 1)[0]?.release('read');
          else if (!takes) small.pop()?.release('read');
          else if (small.length < 40) {
            const taken = places.take('small');
            expect(isPlace(taken), `with ${small.length} of its own`).to.equal(true);
            small.push(taken as Place);
          }
        }
      }),
      RUNS,
    );
  });

  for (const floods of [1, 2, 5, 20]) {
    it(`leave some free for others while ${floods} account(s) flood, and share the rest evenly`, () => {
      const places = openPlaces();
      const held = Array.from({ length: floods }, (_, account) => ({ id: `flood ${account}`, own: [] as Place[] }));
      // Each gives a place back and asks again in turn, as requests that end and arrive.
      for (let round = 0; round < 200; round += 1) {
        for (const { id, own } of held) {
          own.shift()?.release('read');
          own.push(...flood(places, id));
        }
      }
      const sizes = held.map(({ own }) => own.length);
      expect(places.taken).to.be.below(MOST);
      expect(Math.min(...sizes)).to.be.at.least(Math.floor(MOST / (1 + floods)) - 1);
      expect(isPlace(places.take('small'))).to.equal(true);
    });
  }

  it('give one account half', () => {
    expect(flood(openPlaces(), 'only')).to.have.length(80);
  });

  it('say whether all are taken or the account has its share', () => {
    const places = openPlaces(4);
    flood(places, 'flooding');
    expect(places.take('flooding')).to.equal('share');
    places.take('second');
    places.take('third');
    expect(places.take('fourth')).to.equal('full');
  });

  it('are crowded whenever they refuse anybody, and refuse exactly whom they would give none', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        const places = openPlaces(24);
        run(places, steps, () => {});
        for (let account = 0; account < 13; account += 1) {
          const refusal = places.refusalOf(`account ${account}`);
          if (refusal !== undefined) expect(places.isCrowded).to.equal(true);
          const taken = places.take(`account ${account}`);
          expect(isPlace(taken) ? undefined : taken).to.equal(refusal);
          if (isPlace(taken)) taken.release('read');
        }
      }),
      RUNS,
    );
  });

  it('give an account without any its first one while the limit is being lowered', () => {
    let nowMs = 0;
    const places = new Places({ most: MOST, now: () => nowMs });
    const slow = flood(places, 'slow');
    nowMs = 4_000;
    for (const place of slow.splice(0, 20)) {
      place.release('read');
      nowMs += 250;
    }
    expect(places.taken).to.be.above(places.limit);
    expect(places.take('slow')).to.equal('full');
    expect(isPlace(places.take('other'))).to.equal(true);
    expect(places.take('other')).to.equal('full');
  });
});
