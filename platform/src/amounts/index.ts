/** Credits, the unit of JSON, and millicredits (1/1000 credit), the unit of everything else. */
export { MAX_CREDITS, parseCredits } from './credits.js';
export { amountOf, parseCap, toCredits, toWholeMillicredits, type Cap, type Parts } from './millicredits.js';
