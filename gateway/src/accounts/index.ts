/** Accounts: what the gateway itself knows of a customer. Credits and owned e-mail addresses are with their services. */
export { createAccounts, type Account, type AccountChanges, type Accounts, type NewAccount } from './accounts.js';
