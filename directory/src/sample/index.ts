/** The sample data: real Norwegian organizations with invented contacts and switchboards. */
export { loadSample, type LoadSampleOptions, type SampleResult } from './load-sample.js';
export { KNOWN_ORGANIZATION } from './sample-organizations.js';
