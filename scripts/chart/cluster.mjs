// An API server with a few objects, so that the chart's `lookup` finds what a cluster would have.
// It runs in a thread of its own: rendering waits for helm and serves nobody meanwhile.
import { createServer } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** The kinds that templates look up, by group and version. */
const KINDS = {
  v1: ['Namespace', 'PersistentVolumeClaim', 'Secret', 'ServiceAccount'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'batch/v1': ['Job'],
};

/** Returns what `use` returns for the address of a cluster that has these objects. */
export function withCluster(objects, use) {
  const listening = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: { objects, listening } });
  try {
    if (Atomics.wait(listening, 0, 0, 10_000) === 'timed-out')
      throw new Error('the cluster of the checks did not start');
    return use(`http://127.0.0.1:${Atomics.load(listening, 0)}`);
  } finally {
    void worker.terminate();
  }
}

if (!isMainThread) {
  const { objects, listening } = workerData;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const found = answer(pathname, objects);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 }));
  });
  server.listen(0, '127.0.0.1', () => {
    Atomics.store(listening, 0, server.address().port);
    Atomics.notify(listening, 0);
  });
}

function answer(pathname, objects) {
  if (pathname === '/version') return { major: '1', minor: '34', gitVersion: 'v1.34.0' };
  for (const [groupVersion, kinds] of Object.entries(KINDS)) {
    const root = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
    if (pathname === root) return resourceList(groupVersion, kinds);
    for (const kind of kinds) {
      const match = new RegExp(`^${root}(?:/namespaces/[^/]+)?/${plural(kind)}/([^/]+)$`).exec(pathname);
      if (match !== null) return objects.find((each) => each.kind === kind && each.metadata.name === match[1]);
    }
  }
  return undefined;
}

function resourceList(groupVersion, kinds) {
  const resources = kinds.map((kind) => ({
    name: plural(kind),
    singularName: '',
    kind,
    namespaced: kind !== 'Namespace',
    verbs: ['get', 'list'],
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

function plural(kind) {
  return `${kind.toLowerCase()}s`;
}
