import { fileURLToPath } from 'node:url';

/**
 * Folder of the built console: `index.html`, which answers every path of a page, and the files it
 * loads. The names of files in `assets/` contain a hash of their content. Nothing of it is inline,
 * so a policy of `script-src 'self'; style-src 'self'` serves it.
 */
export const CONSOLE_FOLDER: string = fileURLToPath(new URL('../build/app', import.meta.url));
