import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@prospecting/platform/grpc';
import { runService } from '@prospecting/platform/lifecycle';
import {
  openDatabase,
  openGuardedClock,
  serveGrpc,
  withGuardedClock,
  type ServingContext,
} from '@prospecting/platform/serving';
import { createRpcMetrics } from '@prospecting/platform/telemetry';
import { creditsLedger, creditsReader } from '@prospecting/protos';
import { loadConfig, type Config } from './config.js';
import { buildApplication, type RevealApplication } from './server.js';

const name = 'reveal-service';

await runService({ name }, () => {
  const config = loadConfig();
  return serveGrpc(name, config.serving, (context) => {
    const application = build(config, context);
    application.startRecovery();
    return application;
  });
});

function build(config: Config, context: ServingContext): RevealApplication {
  const clientOptions = { target: config.creditsTarget, metrics: createRpcMetrics(context.registry, 'client') };
  const reader = createClient(creditsReader, clientOptions);
  const ledger = createClient(creditsLedger, clientOptions);
  const revealContext = { ...context, name: `${name}/reveal` };
  const revealPool = openDatabase(config.revealDatabase, revealContext);
  const clock = openGuardedClock(revealPool, revealContext);
  const application = buildApplication(
    {
      revealPool,
      directoryPool: openDatabase(config.directoryDatabase, { ...context, name: `${name}/directory` }),
      clock,
      credits: { reader: reader.service, ledger: ledger.service },
      closeCredits: () => {
        reader.close();
        ledger.close();
      },
      logger: context.logger,
      registry: context.registry,
      pause,
      crashPoints: config.crashPoints,
    },
    config.recovery,
  );
  return withGuardedClock(application, clock);
}
