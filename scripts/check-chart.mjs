// npm run check:chart: the checks of the Helm chart.
import { missingPrograms } from './chart/programs.mjs';
import { fail, prepare } from './prepare.mjs';

const missing = missingPrograms();
if (missing.length > 0) fail(`npm run check:chart needs ${missing.join(' and ')} on the PATH.`);
// Installs the packages that the checks import, and builds the code that they compare the chart
// with.
prepare();
await import('./chart/check.mjs');
