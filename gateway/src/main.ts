import { runService } from '@prospecting/platform/serving';
import { service } from './index.js';

await runService(service);
