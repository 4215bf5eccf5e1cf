import { eventually } from '@prospecting/platform/testing';
import { REPOSITORY, TAGS } from '../images.js';
import { RELEASE } from '../release.js';
import { assert, type Disruption, type Scene } from './disruption.js';

/** What can be reached, as `<component>:<port>`. */
const TARGETS = [
  'gateway:8080',
  'gateway:8081',
  'search-service:50051',
  'search-service:8081',
  'reveal-service:50051',
  'reveal-service:8081',
  'credits-service:50051',
  'credits-service:8081',
  'admin-service:8081',
  'postgresql:5432',
  'redis:6379',
] as const;

/**
 * What each component may reach, written out a second time on purpose. Everything else must be
 * refused. `stranger` is a pod in the namespace that does not belong to the release.
 */
const MAY_REACH: Readonly<Record<string, readonly (typeof TARGETS)[number][]>> = {
  gateway: ['search-service:50051', 'reveal-service:50051', 'credits-service:50051', 'postgresql:5432', 'redis:6379'],
  'search-service': ['postgresql:5432'],
  'reveal-service': ['credits-service:50051', 'postgresql:5432'],
  'credits-service': ['postgresql:5432'],
  'admin-service': ['reveal-service:50051', 'credits-service:50051', 'postgresql:5432'],
  migrate: ['postgresql:5432'],
  import: ['postgresql:5432'],
  audit: ['admin-service:8081'],
  certificates: [],
  stranger: ['gateway:8080'],
};

const networkPolicies: Disruption = {
  name: 'network-policies',
  allowed: 'nothing',
  async run({ cluster }) {
    const addresses = new Map<string, string>();
    for (const target of TARGETS) {
      const [component = '', port] = target.split(':');
      const pod = (await cluster.pods(component)).find(({ isReady }) => isReady);
      assert(pod !== undefined, `${component} has no ready pod`);
      addresses.set(target, `${pod.ip}:${port}`);
    }
    const components = Object.keys(MAY_REACH);
    await cluster.apply(...components.map((component) => probe(component, addresses)));
    try {
      const problems: string[] = [];
      for (const component of components) {
        const reached = await reachedBy(cluster, component);
        const allowed = new Set<string>(MAY_REACH[component]);
        for (const target of TARGETS) {
          if (reached.has(target) === allowed.has(target)) continue;
          problems.push(`${component} ${allowed.has(target) ? 'cannot reach' : 'reaches'} ${target}`);
        }
      }
      assert(problems.length === 0, problems.join('; '));
    } finally {
      await cluster.kubectl(['delete', 'pod', ...components.map(nameOf), '--grace-period=0', '--wait=false']);
    }
  },
};

const nameOf = (component: string): string => `probe-${component}`;

/** Connects to every target that is given, once a second, for as long as the pod lives. */
const PROBE = `
  const net = require('node:net');
  const targets = JSON.parse(process.env.TARGETS);
  const connect = ([name, address]) => new Promise((resolve) => {
    const [host, port] = address.split(':');
    const socket = net.connect({ host, port: Number(port) });
    const end = (is) => { socket.destroy(); resolve(is ? name : undefined); };
    socket.setTimeout(3000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
  const turn = async () => {
    const reached = (await Promise.all(targets.map(connect))).filter(Boolean);
    console.log(JSON.stringify({ reached }));
    setTimeout(turn, 1000);
  };
  turn();`;

/** A pod with the labels of a component, which never becomes ready: no Service leads to it. */
function probe(component: string, addresses: ReadonlyMap<string, string>): object {
  const labels = {
    'app.kubernetes.io/name': 'prospecting',
    'app.kubernetes.io/instance': RELEASE,
    'app.kubernetes.io/component': component,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: nameOf(component), ...(component !== 'stranger' && { labels }) },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'probe',
          image: `${REPOSITORY}:${TAGS.current}`,
          imagePullPolicy: 'IfNotPresent',
          args: ['--eval', PROBE],
          env: [{ name: 'TARGETS', value: JSON.stringify([...addresses]) }],
          readinessProbe: { exec: { command: ['false'] } },
          resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '96Mi' } },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  };
}

/**
 * Returns the targets that a probe reaches, once two of its turns in a row agree: policies reach a
 * new pod a moment after it starts.
 */
async function reachedBy(cluster: Scene['cluster'], component: string): Promise<ReadonlySet<string>> {
  const turns = async (): Promise<string[]> => {
    const { stdout } = await cluster.tryKubectl(['logs', nameOf(component)]);
    return stdout.split('\n').filter((line) => line.startsWith('{'));
  };
  const isSettled = (lines: readonly string[]): boolean => lines.length > 3 && lines.at(-1) === lines.at(-2);
  const lines = await eventually(turns, isSettled, { timeoutMs: 60_000, intervalMs: 1_000 });
  assert(isSettled(lines), `the probe of ${component} does not settle: ${lines.slice(-2).join()}`);
  return new Set((JSON.parse(lines.at(-1) ?? '{}') as { readonly reached: readonly string[] }).reached);
}

export const NETWORK: readonly Disruption[] = [networkPolicies];
