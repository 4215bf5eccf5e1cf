import { expect } from 'chai';
import fc from 'fast-check';
import {
  NEW_AUTHORITY,
  plan,
  type AuthorityState,
  type Plan,
  type Policy,
  type ServiceState,
  type State,
} from './plan.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const SETTLE = 30 * MINUTE;
const LIFE = 90 * DAY;
const AUTHORITY_LIFE = 270 * DAY;
const START = Date.UTC(2026, 0, 1);
const policy: Policy = { settleMs: SETTLE, replaceAuthority: false, removeReplaced: false };

const authority = (id: string, notBefore: number, canSign = true): AuthorityState => ({
  id,
  notBefore,
  notAfter: notBefore + AUTHORITY_LIFE,
  canSign,
});

/** A service with a certificate of `issuer`, which has trusted the authorities since the times. */
function service(
  name: string,
  issuer: string,
  since: Readonly<Record<string, number>>,
  writtenAt = START,
): ServiceState {
  return {
    name,
    certificate: { issuer, notBefore: writtenAt, notAfter: writtenAt + LIFE },
    writtenAt,
    trustedSince: new Map(Object.entries(since)),
    issuedUntil: new Map([[issuer, writtenAt + LIFE]]),
  };
}

const missing = (name: string): ServiceState => ({ name, trustedSince: new Map(), issuedUntil: new Map() });

/**
 * The Secrets over time, written as a run writes them: authorities first, then one service after
 * another.
 */
class Installation {
  now = START;
  authorities: AuthorityState[] = [];
  readonly services: ServiceState[];
  /** Every version of each service's Secret that some pod may still use. */
  readonly versions: { service: ServiceState; until: number }[][];
  private made = 0;

  constructor(names: readonly string[]) {
    this.services = names.map(missing);
    this.versions = names.map(() => []);
  }

  state(): State {
    const trusted = new Set(this.services.flatMap(({ trustedSince }) => [...trustedSince.keys()]));
    return {
      authorities: this.authorities.filter(({ id, canSign }) => canSign || trusted.has(id)),
      services: [...this.services],
    };
  }

  /** Runs once, and fails after `writes` writes. */
  run(options: Partial<Policy> = {}, writes = Infinity): Plan {
    const todo = plan(this.now, this.state(), { ...policy, ...options });
    if (writes === 0) return todo;
    const id = `authority-${(this.made += 1)}`;
    const real = (each: string): string => (each === NEW_AUTHORITY ? id : each);
    if (todo.newAuthority !== undefined) this.authorities.push(authority(id, this.now - 5 * MINUTE));
    const signing = todo.signing.map(real);
    this.authorities = this.authorities.map((each) => ({
      ...each,
      canSign: each.canSign && signing.includes(each.id),
    }));
    for (const [index, before] of this.services.entries()) {
      if (index + 1 >= writes) break;
      this.write(index, before, todo, real);
    }
    return todo;
  }

  private write(index: number, before: ServiceState, todo: Plan, real: (id: string) => string): void {
    const isNew = todo.issue.has(before.name);
    const end = Math.min(this.now + LIFE, this.endOf(real(todo.signer)));
    const certificate = isNew
      ? { issuer: real(todo.signer), notBefore: this.now - 5 * MINUTE, notAfter: end }
      : before.certificate;
    const issuedUntil = new Map(before.issuedUntil);
    for (const each of [before.certificate, certificate])
      if (each !== undefined) issuedUntil.set(each.issuer, Math.max(issuedUntil.get(each.issuer) ?? 0, each.notAfter));
    const next: ServiceState = {
      name: before.name,
      ...(certificate !== undefined && { certificate }),
      writtenAt: isNew ? this.now : (before.writtenAt ?? this.now),
      trustedSince: new Map(todo.trusted.map((each) => [real(each), before.trustedSince.get(real(each)) ?? this.now])),
      issuedUntil,
    };
    for (const version of this.versions[index] ?? []) version.until = Math.min(version.until, this.now + SETTLE);
    this.versions[index]?.push({ service: next, until: Infinity });
    this.services[index] = next;
    this.assertTrust();
  }

  remove(index: number): void {
    // The pods keep the files of a Secret that is gone.
    this.services[index] = missing(this.services[index]?.name ?? '');
  }

  pass(ms: number): void {
    this.now += ms;
    this.assertTrust();
  }

  /**
   * Throws when a pod that may still use one version would refuse one that may still use another.
   */
  assertTrust(): void {
    for (const versions of this.versions)
      versions.splice(0, versions.length, ...versions.filter(({ until }) => this.now < until));
    const inUse = this.versions.flat();
    for (const client of inUse)
      for (const server of inUse) {
        const { issuer, notAfter } = server.service.certificate ?? { issuer: 'none', notAfter: 0 };
        const names = `${client.service.name} and ${server.service.name}`;
        if (!client.service.trustedSince.has(issuer)) throw new Error(`${names}: ${issuer} is not trusted`);
        if (this.now >= notAfter || this.now >= this.endOf(issuer)) throw new Error(`${names}: expired`);
      }
  }

  private endOf(id: string): number {
    return this.authorities.find((each) => each.id === id)?.notAfter ?? 0;
  }
}

describe('the plan of a renewal', () => {
  it('makes an authority and every certificate where there is nothing', () => {
    const todo = plan(START, { authorities: [], services: [missing('gateway'), missing('credits-service')] }, policy);
    expect(todo.signer).to.equal(NEW_AUTHORITY);
    expect(todo.trusted).to.deep.equal([NEW_AUTHORITY]);
    expect([...todo.issue.keys()]).to.deep.equal(['gateway', 'credits-service']);
    expect(todo.nextStepAt).to.equal(undefined);
  });

  it('changes nothing until a third of the life of a certificate is left', () => {
    const state = { authorities: [authority('a', START)], services: [service('gateway', 'a', { a: START })] };
    const before = plan(START + 60 * DAY - 1, state, policy);
    expect([before.newAuthority, before.signing, before.issue.size]).to.deep.equal([undefined, ['a'], 0]);
    const due = plan(START + 60 * DAY, state, policy);
    expect([...due.issue.entries()]).to.deep.equal([['gateway', 'at most a third of its life is left']]);
    expect(due.newAuthority).to.equal(undefined);
  });

  it('replaces an authority in steps: trusted first, then signs, then the old one goes', () => {
    const installation = new Installation(['gateway', 'credits-service']);
    installation.run();
    installation.pass(DAY);
    const first = installation.run({ replaceAuthority: true });
    expect(first.newAuthority).to.equal('asked for');
    expect(first.issue.size).to.equal(0);
    expect(first.nextStepAt).to.equal(installation.now + SETTLE);
    installation.pass(SETTLE - 1);
    const tooEarly = installation.run({ replaceAuthority: true });
    expect([tooEarly.newAuthority, tooEarly.issue.size]).to.deep.equal([undefined, 0]);
    installation.pass(1);
    const second = installation.run();
    expect([...second.issue.values()]).to.deep.equal(['another authority signs', 'another authority signs']);
    expect(second.signing).to.have.length(1);
    expect(second.trusted).to.have.length(2);
    const old = second.trusted[0] ?? '';
    installation.pass(88 * DAY);
    expect(installation.run().trusted).to.include(old);
    installation.pass(3 * DAY);
    expect(installation.run().trusted).to.not.include(old);
  });

  it('trusts a replaced authority no longer than it is used when it is asked to', () => {
    const installation = new Installation(['gateway', 'credits-service']);
    installation.run();
    installation.pass(SETTLE);
    installation.run({ replaceAuthority: true });
    installation.pass(SETTLE);
    installation.run();
    expect(installation.run({ removeReplaced: true }).trusted).to.have.length(2);
    installation.pass(SETTLE);
    expect(installation.run({ removeReplaced: true }).trusted).to.have.length(1);
  });

  it('replaces an authority when a third of its life is left, so that no certificate is cut short', () => {
    const state = {
      authorities: [authority('a', START)],
      services: [service('gateway', 'a', { a: START }, START + 179 * DAY)],
    };
    expect(plan(START + 180 * DAY - 1, state, policy).newAuthority).to.equal(undefined);
    const todo = plan(START + 180 * DAY, state, policy);
    expect(todo.newAuthority).to.contain('a third');
    expect(todo.signer).to.equal('a');
  });

  it('lets a new service start with the authority that all others trust', () => {
    const services = [service('gateway', 'a', { a: START, b: START + DAY }), missing('admin-service')];
    const authorities = [authority('a', START), authority('b', START + DAY)];
    const todo = plan(START + DAY + 2 * SETTLE, { authorities, services }, policy);
    expect(todo.signer).to.equal('a');
    expect([...todo.issue.keys()]).to.deep.equal(['admin-service']);
  });

  it('keeps valid certificates when the key of their authority is lost, until the next one has settled', () => {
    const services = [service('gateway', 'a', { a: START }), service('credits-service', 'a', { a: START })];
    const todo = plan(START + DAY, { authorities: [authority('a', START, false)], services }, policy);
    expect(todo.signer).to.equal(NEW_AUTHORITY);
    expect(todo.trusted).to.deep.equal(['a', NEW_AUTHORITY]);
    expect(todo.issue.size).to.equal(0);
    expect(todo.nextStepAt).to.equal(START + DAY + SETTLE);
  });

  it('signs for a service whose certificate has ended, whoever trusts the authority', () => {
    const services = [service('gateway', 'a', { a: START })];
    const todo = plan(START + LIFE, { authorities: [authority('a', START, false)], services }, policy);
    expect([...todo.issue.entries()]).to.deep.equal([['gateway', 'expired']]);
  });

  it('lets every peer accept every other at every time, with late files, failed runs and lost Secrets', () => {
    const event = fc.oneof(
      // A run of a schedule comes at least once in ten days.
      { weight: 6, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 10 * DAY }), replace: fc.boolean() }) },
      { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 2 * SETTLE }), replace: fc.boolean() }) },
      {
        weight: 2,
        arbitrary: fc.record({ wait: fc.integer({ min: 0, max: SETTLE }), writes: fc.integer({ min: 0, max: 4 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ wait: fc.integer({ min: 0, max: SETTLE }), lost: fc.integer({ min: 0, max: 2 }) }),
      },
    );
    fc.assert(
      fc.property(fc.array(event, { minLength: 5, maxLength: 80 }), fc.boolean(), (events, removeReplaced) => {
        const installation = new Installation(['gateway', 'search-service', 'credits-service']);
        installation.run();
        for (const { wait, ...what } of events) {
          installation.pass(wait);
          if ('lost' in what) installation.remove(what.lost);
          else if ('writes' in what) installation.run({ removeReplaced }, what.writes);
          else installation.run({ replaceAuthority: what.replace, removeReplaced });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing in a second run at the same time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * DAY }), { maxLength: 20 }), (waits) => {
        const installation = new Installation(['gateway', 'credits-service']);
        installation.run();
        for (const wait of waits) {
          installation.pass(wait);
          const todo = installation.run();
          const again = installation.run();
          expect(again.newAuthority).to.equal(undefined);
          expect(again.issue.size, JSON.stringify([...todo.issue])).to.equal(0);
        }
      }),
    );
  });
});
