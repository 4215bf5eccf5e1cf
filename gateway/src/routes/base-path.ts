/**
 * Path of the API. It contains the version: a breaking change gets a second path beside this one.
 */
export const BASE_PATH = '/external/v1';
