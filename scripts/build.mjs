// npm run build: installs what is missing, compiles everything, tests included, and builds the reference
// that the gateway serves.
import { prepare } from './prepare.mjs';

prepare();
