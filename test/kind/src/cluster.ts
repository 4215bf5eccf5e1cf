import path from 'node:path';
import { eventually } from '@prospecting/platform/testing';
import { parseNodes, parsePods, parseSecret, type Node, type Pod } from './kubectl-output.js';
import { attempt, run, type Outcome, type RunOptions } from './shell.js';

/** A namespace of a cluster, by way of kubectl. */
export interface Cluster {
  readonly namespace: string;
  kubectl(argv: readonly string[], options?: RunOptions): Promise<string>;
  tryKubectl(argv: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Applies resources given as objects. */
  apply(...resources: readonly object[]): Promise<void>;
  nodes(): Promise<Node[]>;
  /** Returns the pods of a component of the release, or all pods. */
  pods(component?: string): Promise<Pod[]>;
  secret(name: string): Promise<Readonly<Record<string, string>>>;
  /** Runs a program in a pod or in a pod of `deploy/…`. */
  exec(target: string, argv: readonly string[], options?: RunOptions): Promise<string>;
  /** Waits until a component has so many ready pods and no other. Throws when the time is up. */
  untilReady(component: string, count: number, timeoutMs?: number): Promise<void>;
  /** Runs an existing CronJob now and returns its log. Throws when it fails. */
  runCronJob(name: string, environment?: Readonly<Record<string, string>>): Promise<string>;
}

const READY_MS = 240_000;
const JOB_MS = 180_000;
const POLL_MS = 500;

export function createCluster(namespace: string): Cluster {
  const named = ['--namespace', namespace];
  const kubectl: Cluster['kubectl'] = (argv, options) => run('kubectl', [...named, ...argv], options);
  const tryKubectl: Cluster['tryKubectl'] = (argv, options) => attempt('kubectl', [...named, ...argv], options);
  const pods: Cluster['pods'] = async (component) => {
    const selector = component === undefined ? [] : ['--selector', `app.kubernetes.io/component=${component}`];
    return parsePods(await kubectl(['get', 'pods', ...selector, '--output', 'json']));
  };
  const apply: Cluster['apply'] = async (...items) => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    await kubectl(['apply', '--filename', '-'], { input: list });
  };
  return {
    namespace,
    kubectl,
    tryKubectl,
    apply,
    pods,
    nodes: async () => parseNodes(await kubectl(['get', 'nodes', '--output', 'json'])),
    secret: async (name) => parseSecret(await kubectl(['get', 'secret', name, '--output', 'json'])),
    exec: (target, argv, options) => kubectl(['exec', target, '--', ...argv], options),
    async untilReady(component, count, timeoutMs = READY_MS) {
      const isRight = (found: readonly Pod[]): boolean =>
        found.length === count && found.every(({ isReady, isLeaving }) => isReady && !isLeaving);
      const found = await eventually(() => pods(component), isRight, { timeoutMs, intervalMs: POLL_MS });
      if (isRight(found)) return;
      const states = found.map(({ name, phase, isReady, waiting }) => `${name} ${phase} ${isReady} ${waiting.join()}`);
      throw new Error(`${component} has not ${count} ready pods after ${timeoutMs / 1_000} s: ${states.join('; ')}`);
    },
    async runCronJob(name, environment = {}) {
      const job = `${name}-${Date.now().toString(36)}`.slice(-63).replace(/^-+/, '');
      const made = JSON.parse(
        await kubectl(['create', 'job', job, `--from=cronjob/${name}`, '--dry-run=client', '--output', 'json']),
      ) as Job;
      for (const container of made.spec.template.spec.containers) {
        const own = Object.entries(environment).map(([variable, value]) => ({ name: variable, value }));
        container.env = [...(container.env ?? []).filter((each) => environment[each.name] === undefined), ...own];
      }
      await apply(made);
      const end = async (): Promise<string | undefined> => {
        const { status } = JSON.parse(await kubectl(['get', 'job', job, '--output', 'json'])) as JobStatus;
        return status?.conditions?.find((each) => /^(Complete|Failed)$/.test(each.type) && each.status === 'True')
          ?.type;
      };
      const ended = await eventually(end, (type) => type !== undefined, { timeoutMs: JOB_MS, intervalMs: POLL_MS });
      const log = await kubectl(['logs', `job/${job}`, '--tail=200']);
      if (ended !== 'Complete')
        throw new Error(`job ${job} ${ended ?? 'did not end'}: ${log.trim().split('\n').slice(-5).join('\n')}`);
      return log;
    },
  };
}

interface JobStatus {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

interface Job {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: { env?: { readonly name: string; readonly value?: string }[] }[] };
    };
  };
}

/** The name of the cluster that a run makes. */
export const KIND_CLUSTER = 'prospecting-test';
/** The port of the gateway's NodePort Service. */
export const NODE_PORT = 30_080;

/**
 * Makes a cluster of three nodes, and returns the environment that leads kubectl and helm to it.
 */
export async function createKindCluster(
  image: string | undefined,
  hostPort: number,
  home: string,
): Promise<Readonly<Record<string, string>>> {
  const kubeconfig = path.join(home, 'kubeconfig');
  const config = {
    kind: 'Cluster',
    apiVersion: 'kind.x-k8s.io/v1alpha4',
    nodes: [
      // The way in does not depend on a worker, which the test drains.
      {
        role: 'control-plane',
        extraPortMappings: [{ containerPort: NODE_PORT, hostPort, listenAddress: '127.0.0.1' }],
      },
      { role: 'worker' },
      { role: 'worker' },
    ],
  };
  const argv = ['create', 'cluster', '--name', KIND_CLUSTER, '--kubeconfig', kubeconfig, '--config', '-'];
  const ownImage = image === undefined ? [] : ['--image', image];
  await run('kind', [...argv, ...ownImage, '--wait', '5m'], {
    input: JSON.stringify(config),
    timeoutMs: 900_000,
    isShown: true,
  });
  return { KUBECONFIG: kubeconfig };
}

export async function deleteKindCluster(): Promise<void> {
  await run('kind', ['delete', 'cluster', '--name', KIND_CLUSTER]);
}

/** Loads images into every node, as nothing may be pulled. The cluster of KUBECONFIG is kind's. */
export async function loadImages(images: readonly string[]): Promise<void> {
  const context = (await run('kubectl', ['config', 'current-context'])).trim();
  const name = /^kind-(.+)$/.exec(context)?.[1];
  if (name === undefined) throw new Error(`the context ${context} is not a kind cluster: its name starts with kind-`);
  await run('kind', ['load', 'docker-image', ...images, '--name', name], { timeoutMs: 600_000 });
}
