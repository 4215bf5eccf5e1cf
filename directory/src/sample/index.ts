/** The sample data: real Norwegian organizations with invented contacts and switchboards. */
export { KNOWN_ORGANIZATION } from './known-organization.js';
export { loadSample, type LoadSampleOptions, type SampleResult } from './load-sample.js';
