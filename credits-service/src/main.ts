import { systemClock } from '@prospecting/platform/clock';
import { runService } from '@prospecting/platform/lifecycle';
import { openDatabase, serveGrpc } from '@prospecting/platform/serving';
import { loadConfig } from './config.js';
import { buildApplication } from './server.js';

const name = 'credits-service';

await runService({ name }, () => {
  const config = loadConfig();
  return serveGrpc(name, config.serving, (context) =>
    buildApplication({
      pool: openDatabase(config.database, context),
      clock: systemClock,
      crashPoints: config.crashPoints,
    }),
  );
});
