/** Where the API begins. The version is in the path: a breaking change is served beside this one. */
export const BASE_PATH = '/external/v1';
