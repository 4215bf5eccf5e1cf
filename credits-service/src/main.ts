import { runService } from '@prospecting/platform/lifecycle';
import { openDatabase, openGuardedClock, serveGrpc, withGuardedClock } from '@prospecting/platform/serving';
import { loadConfig } from './config.js';
import { buildApplication } from './server.js';

const name = 'credits-service';

await runService({ name }, () => {
  const config = loadConfig();
  return serveGrpc(name, config.serving, (context) => {
    const pool = openDatabase(config.database, context);
    const clock = openGuardedClock(pool, context);
    return withGuardedClock(buildApplication({ pool, clock, crashPoints: config.crashPoints }), clock);
  });
});
