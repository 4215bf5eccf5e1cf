export { renderProblem, type ProblemContext, type RenderedProblem } from './problem.js';
