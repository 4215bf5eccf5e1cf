/** The administrators' API, served on the admin listener alone. See README.md for paths and shapes. */
export { createAdminApp, type AdminOptions } from './admin-app.js';
