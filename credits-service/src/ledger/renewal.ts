/**
 * Returns the first renewal after an instant. A subscription renews each month (UTC) on the day and
 * at the time of day at which it began. In a month without that day it renews on the last day, and
 * returns to its own day afterwards: 31 January, 28 February, 31 March.
 */
export function nextRenewal(startedAt: Date, after: Date): Date {
  const calendarMonths =
    (after.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + after.getUTCMonth() - startedAt.getUTCMonth();
  // The renewal in the calendar month of `after`. The first renewal is never before month 1.
  const months = Math.max(calendarMonths, 1);
  const renewal = monthsLater(startedAt, months);
  return renewal > after ? renewal : monthsLater(startedAt, months + 1);
}

function monthsLater(start: Date, months: number): Date {
  const month = new Date(start);
  // Set day 1 first: from the 31st, a change of month could overflow into the month after.
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  month.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return month;
}
