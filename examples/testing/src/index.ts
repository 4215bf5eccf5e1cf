/** What the tests of the examples share: an installation with invented records, and programs that are killed. */
export { openGate, type Exchange, type Gate } from './gate.js';
export { useInstallation, type Account, type TestInstallation } from './installation.js';
export { startProgram, type Program } from './program.js';
export { inventDirectory, sampleDirectory, type InventedDirectory } from './directory.js';
