/**
 * The first renewal after an instant. Renewals come each month (UTC) on the day and at the time of day at which the subscription began;
 * in a month without that day on its last one, after which they return to it: 31 January, 28 February, 31 March.
 */
export function nextRenewal(startedAt: Date, after: Date): Date {
  const calendarMonths =
    (after.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + after.getUTCMonth() - startedAt.getUTCMonth();
  // The one that falls in the calendar month of `after`, where there is one that early.
  const months = Math.max(calendarMonths, 1);
  const renewal = monthsLater(startedAt, months);
  return renewal > after ? renewal : monthsLater(startedAt, months + 1);
}

function monthsLater(start: Date, months: number): Date {
  const month = new Date(start);
  // Day 1 first: from the 31st a change of month could run over into the one after.
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return month;
}
