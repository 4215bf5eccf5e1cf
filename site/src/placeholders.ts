/**
 * The site is built once and served by every installation, so it contains these in place of the
 * installation's addresses. openSite replaces them.
 */

/** In place of the origin of `{base_url}`. A reserved name, so it never resolves. */
export const ORIGIN = 'https://base-url.invalid';

/** In place of `{base_url}`. */
export const BASE_URL = `${ORIGIN}/external/v1`;

/** In place of the path of `{docs_url}`, with its trailing slash. */
export const DOCS_PATH = '/__docs__/';

/**
 * Folder of the files whose names change with their content. The word is replaced by a digest of
 * the addresses: an installation that changes its address also changes what these files contain.
 */
export const REVISION = '__revision__';
export const ASSETS_FOLDER = `assets/${REVISION}`;
