export type { MoneyAfterFailure } from './money.js';
export { renderProblem, type ProblemContext, type RenderedProblem } from './problem.js';
