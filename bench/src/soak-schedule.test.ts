import { expect } from 'chai';
import fc from 'fast-check';
import { ENDING_SIGNALS, planEvents, RESTARTED_SERVICES, type DueEvent } from './soak-schedule.js';

const durations = fc.integer({ min: 60_000, max: 7 * 24 * 3_600_000 });
const nameOf = (event: DueEvent): string => (event.kind === 'restart' ? `${event.service} ${event.by}` : event.kind);

describe('the schedule of a soak', () => {
  it('has every event at least once, each service ended by each signal, whatever the duration', () => {
    const endings = RESTARTED_SERVICES.flatMap((service) => ENDING_SIGNALS.map((by) => `${service} ${by}`));
    fc.assert(
      fc.property(durations, (duration) => {
        const names = planEvents(duration, { restarts: true }).map(nameOf);
        expect(names).to.include.members(['import', 'keys', 'audit', ...endings]);
      }),
    );
  });

  it('is in order of time, begins after the start and leaves the end in peace', () => {
    fc.assert(
      fc.property(durations, fc.boolean(), (duration, restarts) => {
        const times = planEvents(duration, { restarts }).map(({ atMs }) => atMs);
        expect(times).to.deep.equal([...times].sort((a, b) => a - b));
        expect(times[0]).to.be.above(0);
        expect(times.at(-1)).to.be.below(duration * 0.9);
      }),
    );
  });

  it('restarts nothing in the second half, so that every process has a series without a break', () => {
    fc.assert(
      fc.property(durations, (duration) => {
        const restarts = planEvents(duration, { restarts: true }).filter(({ kind }) => kind === 'restart');
        expect(restarts.every(({ atMs }) => atMs < duration / 2)).to.equal(true);
      }),
    );
  });

  it('has an import every five minutes and restarts every service again in a long run', () => {
    const day = planEvents(24 * 3_600_000, { restarts: true });
    expect(day.filter(({ kind }) => kind === 'import')).to.have.lengthOf(259);
    expect(day.filter(({ kind }) => kind === 'restart').length).to.be.above(100);
  });

  it('has no restarts where services share a process', () => {
    expect(planEvents(3_600_000, { restarts: false }).map(({ kind }) => kind)).to.not.include('restart');
  });
});
