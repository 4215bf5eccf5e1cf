import { runService } from '@prospecting/platform/lifecycle';
import { serveGrpc } from '@prospecting/platform/serving';
import { readSearchConfig } from './config.js';
import { buildSearchServer } from './server.js';

const name = 'search-service';

await runService({ name }, () => {
  const config = readSearchConfig();
  return serveGrpc(name, config.serving, (context) => buildSearchServer(config, context));
});
