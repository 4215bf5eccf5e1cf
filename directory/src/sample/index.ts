/**
 * The sample data: real Norwegian organizations with invented contacts and switchboards, and the
 * invented records that the guides name.
 */
export { loadSample, type LoadSampleOptions, type SampleResult } from './load-sample.js';
export { GUIDE_FILES, KNOWN_ORGANIZATION } from './sample-organizations.js';
