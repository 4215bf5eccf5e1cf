export { csvHeader, csvLine } from './csv.js';
