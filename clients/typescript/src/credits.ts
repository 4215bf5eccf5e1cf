import { ConfigurationError } from './errors.js';

/**
 * Returns an amount in whole thousandths of a credit, rounded down as the service does: by its
 * decimals, not by binary arithmetic. Throws ConfigurationError for what is no amount.
 */
export function toMillicredits(credits: number): number {
  if (!(credits >= 0 && credits <= 1e12)) {
    throw new ConfigurationError(`maxCredits is ${credits}; it must be a number from 0 to 1e12.`);
  }
  const decimals = credits.toFixed(10);
  return Number(decimals.slice(0, -7).replace('.', ''));
}

/** Returns the sum of two amounts of credits, exact in thousandths. */
export function addCredits(one: number, other: number): number {
  return Math.round((one + other) * 1000) / 1000;
}
