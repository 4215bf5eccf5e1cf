export { servePages } from './serve-pages.js';
