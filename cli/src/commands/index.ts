import type { Command } from 'commander';
import type { Context } from '../context.js';
import { addAccountCommands } from './account.js';
import { addCertificatesCommands } from './certificates.js';
import { addChangesCommand } from './changes.js';
import { addCompletionCommand } from './completion.js';
import { addConsoleCommands } from './console.js';
import { addCreditsCommands } from './credits.js';
import { addDatabaseCommands } from './database.js';
import { addDoctorCommand } from './doctor.js';
import { addEraseCommands } from './erase.js';
import { addExportCommands } from './export.js';
import { addGenerateCommand } from './generate.js';
import { addImportCommands } from './import.js';
import { addKeyCommands } from './key.js';
import { addPriceCommands } from './price.js';
import { addUserCommands } from './user.js';

/**
 * Every command, in the order in which the help lists them. Each file describes its commands and
 * imports only what that needs: an action loads what it works with, so that no other call waits.
 */
export const COMMANDS: readonly ((program: Command, context: Context) => void)[] = [
  addAccountCommands,
  addCreditsCommands,
  addKeyCommands,
  addPriceCommands,
  addUserCommands,
  addConsoleCommands,
  addChangesCommand,
  addImportCommands,
  addEraseCommands,
  addExportCommands,
  addGenerateCommand,
  addDatabaseCommands,
  addCertificatesCommands,
  addDoctorCommand,
  addCompletionCommand,
];
