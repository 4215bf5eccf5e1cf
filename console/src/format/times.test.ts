import { expect } from 'chai';
import { formatDate, formatDay, formatDistance, formatExactTime, formatTime, formatUtc, utcDay } from './times.js';

const AT = '2026-11-22T13:10:43.250Z';

describe('times in the console', () => {
  it('are in the zone of the reader', () => {
    expect(formatTime(AT, 'Europe/Stockholm')).to.equal('22 Nov 2026, 14:10');
    expect(formatExactTime(AT, 'Europe/Helsinki')).to.equal('22 Nov 2026, 15:10:43');
    expect(formatDate('2026-11-22T23:30:00Z', 'Europe/Stockholm')).to.equal('23 Nov 2026');
  });

  it('are in UTC where that is said', () => {
    expect(formatUtc(AT)).to.equal('2026-11-22 13:10:43 UTC');
    expect(formatDay('2026-11-01')).to.equal('1 Nov');
  });

  it('say how far away they are', () => {
    const now = Date.parse(AT);
    const shown = (ms: number): string => formatDistance(new Date(now + ms).toISOString(), now);
    expect([-30_000, -180_000, -7_200_000, -3 * 86_400_000, 9 * 86_400_000].map(shown)).to.deep.equal([
      '30 seconds ago',
      '3 minutes ago',
      '2 hours ago',
      '3 days ago',
      'in 9 days',
    ]);
  });

  it('name UTC days, shifted over the end of a month', () => {
    expect([utcDay(Date.parse(AT)), utcDay(Date.parse('2026-03-01T00:00:00Z'), -1)]).to.deep.equal([
      '2026-11-22',
      '2026-02-28',
    ]);
  });
});
