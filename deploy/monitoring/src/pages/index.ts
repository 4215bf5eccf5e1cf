import type { Page } from '../layout.js';
import { MONEY } from './money.js';
import { OVERVIEW } from './overview.js';
import { SERVICES } from './services.js';
import { STORES } from './stores.js';

/** Every dashboard, by the name of its file. */
export const PAGES: Readonly<Record<string, Page>> = {
  overview: OVERVIEW,
  money: MONEY,
  services: SERVICES,
  stores: STORES,
};
