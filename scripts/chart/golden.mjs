// What holds for particular renderings of the chart.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { filesBelow, ROOT } from '../prepare.mjs';
import { COMPONENT, deployments, environmentOf, matches, podsOf, SERVICES } from './facts.mjs';
import { FULLNAME, OLD_KUBE_VERSION, readExample, render, renderNotes } from './helm.mjs';

const DNS = ['* 53'];

/** Who reaches whom inside the release, and at which port, with everything bundled. */
const PATHS = [
  'admin-service → credits-service 50051',
  'admin-service → postgresql 5432',
  'admin-service → reveal-service 50051',
  'audit → admin-service 8081',
  'credits-service → postgresql 5432',
  'gateway → credits-service 50051',
  'gateway → postgresql 5432',
  'gateway → redis 6379',
  'gateway → reveal-service 50051',
  'gateway → search-service 50051',
  'import → postgresql 5432',
  'migrate → postgresql 5432',
  'reveal-service → credits-service 50051',
  'reveal-service → postgresql 5432',
  'search-service → postgresql 5432',
  'test → admin-service 8081',
  'test → credits-service 8081',
  'test → gateway 8080',
  'test → reveal-service 8081',
  'test → search-service 8081',
];

export const GOLDEN = {
  'the network policies open exactly the paths of the product': () => {
    const { resources } = render(readExample('trial.yaml'));
    const open = openPaths(resources);
    return isDeepStrictEqual(open, PATHS) ? [] : difference(open, PATHS);
  },

  'everything that no policy opens is denied, in and out': () => {
    const { resources } = render(readExample('trial.yaml'));
    const deny = policies(resources).find(({ metadata }) => metadata.name === `${FULLNAME}-default-deny`);
    const missed = podsOf(resources).filter(({ labels }) => !matches(labels, deny.spec.podSelector.matchLabels));
    const isClosed = isDeepStrictEqual(Object.keys(deny.spec).sort(), ['podSelector', 'policyTypes']);
    return [...(isClosed ? [] : ['the policy opens something']), ...missed.map(({ owner }) => owner)];
  },

  'only the certificate jobs, and pods whose peers are outside, may leave the release': () => {
    const { resources } = render(readExample('trial.yaml'));
    const leaving = policies(resources)
      .map(({ metadata, spec }) => [metadata.labels[COMPONENT], outside(spec.egress)])
      .filter(([, ports]) => !isDeepStrictEqual(ports, DNS) && ports.length > 0);
    return isDeepStrictEqual(Object.fromEntries(leaving), { certificates: [...DNS, '* 443', '* 6443'] })
      ? []
      : leaving.map(String);
  },

  'a first install migrates with a plain Job, and an upgrade with a hook that brings its secrets': () => {
    const hooks = (resources) =>
      resources
        .filter(({ kind, metadata }) => metadata.labels?.[COMPONENT] === 'migrate' && kind !== 'NetworkPolicy')
        .map(({ kind, metadata }) => `${kind} ${metadata.annotations?.['helm.sh/hook'] ?? 'plain'}`)
        .sort();
    const [first, next, without] = [
      hooks(render({}).resources),
      hooks(render({}, { upgrade: true }).resources),
      hooks(render({ migrations: { useHooks: false } }, { upgrade: true }).resources),
    ];
    return [
      ...(first.join() === 'Job plain' ? [] : [`install: ${first}`]),
      ...(next.join() === 'Job pre-upgrade,pre-rollback,Secret pre-upgrade,pre-rollback' ? [] : [`upgrade: ${next}`]),
      ...(without.join() === 'Job plain' ? [] : [`without hooks: ${without}`]),
    ];
  },

  'an upgrade of the product replaces neither the bundled database nor the bundled Redis': () => {
    const templatesOf = (tag) =>
      render({ ...readExample('trial.yaml'), image: { tag } })
        .resources.filter(
          ({ kind, metadata }) => /^(postgresql|redis)$/.test(metadata.labels?.[COMPONENT]) && kind !== 'Service',
        )
        .filter(({ spec }) => spec?.template !== undefined)
        .map(({ metadata, spec }) => {
          // Without a cluster, every rendering draws new secrets.
          delete spec.template.metadata.annotations['checksum/secrets'];
          return { name: metadata.name, template: spec.template };
        });
    const [before, after] = [templatesOf('1.0.0'), templatesOf('1.0.1')];
    return [
      ...(before.length === 2 ? [] : [`found ${before.length} of 2`]),
      ...before
        .filter((each, index) => !isDeepStrictEqual(each, after[index]))
        .map(({ name }) => `${name} is replaced`),
    ];
  },

  'no hook before an install needs what only the install makes': () => {
    const { resources } = render({});
    const early = resources.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.includes('pre-install'));
    const names = early.map(({ metadata }) => metadata.name);
    return podsOf(early).flatMap(({ owner, pod }) => [
      ...pod.volumes.filter(({ emptyDir }) => emptyDir === undefined).map(({ name }) => `${owner}: volume ${name}`),
      ...(names.includes(pod.serviceAccountName) ? [] : [`${owner}: ServiceAccount ${pod.serviceAccountName}`]),
    ]);
  },

  'Argo CD gets no Secret and no hook but the tests': () =>
    render({
      ...readExample('argo-cd.yaml'),
      secrets: { ...readExample('argo-cd.yaml').secrets, generateWithoutCluster: false },
    })
      .resources.filter(
        ({ kind, metadata }) =>
          kind === 'Secret' || !['test', undefined].includes(metadata.annotations?.['helm.sh/hook']),
      )
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`),

  'an import runs once for each content of its entry, whatever else changes': () => {
    const name = 'register-of-dk';
    const values = (more) => ({
      nameOverride: 'a-name-that-is-as-long-as-it-can-be-here',
      importJobs: { [name]: { run: 1, files: [{ kind: 'contacts', url: 'https://a.example.com/c' }], ...more } },
    });
    const jobOf = (...argv) =>
      render(...argv).resources.find(({ kind, metadata }) => kind === 'Job' && metadata.labels[COMPONENT] === 'import');
    const live = jobOf(values());
    const other = { image: { tag: '9' }, commonLabels: { a: 'b' }, secrets: { identityKey: { existingSecret: 'c' } } };
    const next = jobOf({ ...values(), ...other }, { upgrade: true, cluster: [live] });
    const again = jobOf(values({ run: 2 }), { upgrade: true, cluster: [live] });
    return [
      ...(next.metadata.name === live.metadata.name ? [] : [`${next.metadata.name} is another Job`]),
      ...(isDeepStrictEqual(next.spec, live.spec) ? [] : ['the upgrade changes the spec of the Job']),
      ...(again.metadata.name === live.metadata.name ? ['another run is the same Job'] : []),
      ...('ttlSecondsAfterFinished' in live.spec ? ['the Job is removed, and made again by the next upgrade'] : []),
      ...(JSON.stringify(live.spec).includes('helm.sh/chart') ? ['its pods name the version'] : []),
    ];
  },

  'the policies open the ports that the values name': () => {
    const portsOf = (values, component) => {
      const policy = policies(render(values).resources).find(
        ({ metadata }) => metadata.labels[COMPONENT] === component,
      );
      return policy.spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port));
    };
    const database = {
      mode: 'administrator',
      host: 'db.example.com',
      port: 6432,
      servers: { credits: { port: 6433 } },
      searchReplicas: { hosts: ['replica.example.com:6434'] },
      administrator: { existingSecret: 'a' },
    };
    const cases = [
      [{ database, redis: { mode: 'sentinel', sentinels: ['a:26380'] } }, [6432, 6433, 6434, 5432, 26_380]],
      [{ database, redis: { mode: 'cluster', nodes: ['[::1]:7000', 'b:7001'] } }, [7000, 7001, 6379]],
    ];
    return cases.flatMap(([values, wanted]) => {
      const open = portsOf(values, 'gateway');
      return wanted.filter((port) => !open.includes(port)).map((port) => `${port} is closed: ${open}`);
    });
  },

  'autoscaling that is turned on keeps the pods that are there': () => {
    const cluster = [
      { kind: 'Deployment', metadata: { name: `${FULLNAME}-gateway` }, spec: { replicas: 7 } },
      { kind: 'Deployment', metadata: { name: `${FULLNAME}-search-service` }, spec: { replicas: 1 } },
    ].map((each) => ({ apiVersion: 'apps/v1', ...each }));
    const { resources } = render({ defaults: { autoscaling: { enabled: true } } }, { upgrade: true, cluster });
    const replicas = deployments(resources).map(({ spec }) => spec.replicas);
    return isDeepStrictEqual(replicas, [7, 2, 2, 2, 2]) ? [] : [replicas.join()];
  },

  'another size of the volume is refused with the steps that change it, and the same size is not': () => {
    const claim = { spec: { resources: { requests: { storage: '2Gi' } } } };
    const live = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: `${FULLNAME}-postgresql` },
      spec: { volumeClaimTemplates: [claim] },
    };
    const refusalOf = (size) =>
      render({ postgresql: { storage: { size } } }, { upgrade: true, cluster: [live] }).refusal ?? '';
    const [larger, smaller, same] = ['20Gi', '1900Mi', '2048Mi'].map(refusalOf);
    const steps = [`patch pvc data-${FULLNAME}-postgresql-0`, '"20Gi"', '--cascade=orphan', 'upgrade again'];
    return [
      ...steps.filter((part) => !larger.includes(part)).map((part) => `does not say "${part}": ${larger}`),
      ...(smaller.includes('cannot become smaller') ? [] : [`1900Mi: ${smaller}`]),
      ...(same === '' ? [] : [`2048Mi is refused: ${same}`]),
    ];
  },

  'resources of the Prometheus operator are absent where their definitions are': () => {
    const values = { monitoring: { podMonitor: { enabled: true }, prometheusRule: { enabled: true } } };
    const kinds = (options) => render(values, options).resources.map(({ kind }) => kind);
    return [
      ...(kinds({}).includes('PodMonitor') ? ['a PodMonitor without its definition'] : []),
      ...(kinds({ apiVersions: ['monitoring.coreos.com/v1/PodMonitor'] }).includes('PodMonitor')
        ? []
        : ['no PodMonitor although its definition is there']),
    ];
  },

  'Kubernetes before 1.30 pauses with node, later by itself': () =>
    [
      [OLD_KUBE_VERSION, 'exec'],
      ['1.30.0', 'sleep'],
    ].flatMap(([kubeVersion, action]) =>
      deployments(render({}, { kubeVersion }).resources)
        .filter(({ spec }) => !(action in spec.template.spec.containers[0].lifecycle.preStop))
        .map(({ metadata }) => `${kubeVersion}: ${metadata.name}`),
    ),

  'the values of a service win over the defaults, false and 0 too': () => {
    const { resources } = render({
      defaults: { autoscaling: { enabled: true }, extraEnv: { A: '1' }, replicas: 3 },
      gateway: { autoscaling: { enabled: false }, replicas: 0, extraEnv: { B: '2' } },
    });
    const replicas = deployments(resources).map(({ spec }) => spec.replicas);
    const { A, B } = environmentOf(deployments(resources)[0].spec.template.spec.containers[0], resources);
    return isDeepStrictEqual([replicas, A, B], [[0, 2, 2, 2, 2], '1', '2']) ? [] : [JSON.stringify({ replicas, A, B })];
  },

  'settings of the bundled PostgreSQL keep their form': () => {
    const settings = {
      max_wal_size: 4_000_000,
      checkpoint_completion_target: 0.7,
      fsync: true,
      shared_buffers: '64MB',
    };
    const { pod } = podsOf(render({ postgresql: { settings } }).resources).find(
      (each) => each.component === 'postgresql',
    );
    return Object.entries(settings)
      .filter(([name, value]) => !pod.containers[0].command.includes(`${name}=${value}`))
      .map(([name]) => name);
  },

  'NOTES.txt ends with the first request, and shows no secret': () => {
    const notes = renderNotes(readExample('trial.yaml'));
    const last = notes.trim().split('\n').at(-1);
    const wanted = ['prospect account create', 'prospect key create', 'port-forward'];
    return [
      ...(/^ {2}curl .*\/external\/v1\/credits$/.test(last) ? [] : [`it ends with: ${last}`]),
      ...wanted.filter((part) => !notes.includes(part)),
      ...(/\b[A-Za-z0-9]{40}\b/.test(notes) ? ['a value of 40 characters is in it'] : []),
    ];
  },

  'every variable of a pod is one that its program reads': () => {
    const known = new Map();
    return [{}, readExample('production.yaml'), readExample('own-roles.yaml'), readExample('argo-cd.yaml')].flatMap(
      (values) => {
        const { resources } = render(values);
        return podsOf(resources).flatMap(({ owner, component, pod }) => {
          if (['postgresql', 'redis', 'test'].includes(component)) return [];
          const packages = SERVICES.includes(component) ? [component] : ['cli', 'database'];
          if (!known.has(component))
            known.set(component, textOf(component === 'admin-service' ? [...packages, 'cli'] : packages));
          return Object.keys(environmentOf(pod.containers[0], resources))
            .map((name) => (/^(GRPC_TLS_|REDIS_CA)/.test(name) ? name : name.replace(/_FILE$/, '')))
            .filter((name) => !name.startsWith('NODE_') && !isKnown(name, known.get(component)))
            .map((name) => `${owner}: ${name}`);
        });
      },
    );
  },
};

/** The roles and schemas are in the names of these variables, so no source has them in full. */
function isKnown(name, text) {
  if (/^(ROLE_PASSWORD_PROSPECT|MIGRATION_[A-Z]+_DATABASE_URL)/.test(name)) return true;
  return text.includes(name);
}

/** The compiled code of packages, and of the platform. */
function textOf(packages) {
  return [...packages, 'platform']
    .flatMap((name) => filesBelow(path.join(ROOT, name, 'dist')).map((file) => path.join(ROOT, name, 'dist', file)))
    .filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

function policies(resources) {
  return resources.filter(({ kind }) => kind === 'NetworkPolicy');
}

/** Paths inside the release that both the way out and the way in open. */
function openPaths(resources) {
  const components = [...new Set(policies(resources).map(({ spec }) => spec.podSelector.matchLabels[COMPONENT]))];
  const rules = (component, direction) =>
    policies(resources)
      .filter(({ spec }) => spec.podSelector.matchLabels[COMPONENT] === component)
      .flatMap(({ spec }) => spec[direction] ?? []);
  const allows = (rule, peers, other, port) =>
    rule.ports.some((each) => each.port === port) &&
    (peers === undefined || peers.some(({ podSelector }) => podSelector?.matchLabels[COMPONENT] === other));
  const paths = [];
  for (const from of components.filter(Boolean))
    for (const to of components.filter(Boolean))
      for (const port of [8080, 8081, 50_051, 5432, 6379]) {
        const out = rules(from, 'egress').some((rule) => allows(rule, rule.to, to, port));
        const isOpen = out && rules(to, 'ingress').some((rule) => allows(rule, rule.from, from, port));
        if (isOpen) paths.push(`${from} → ${to} ${port}`);
      }
  return paths.sort();
}

/** Ports of rules that name no pod of the release. */
function outside(rules = []) {
  const ports = rules.filter(({ to }) => to === undefined).flatMap((rule) => rule.ports.map(({ port }) => `* ${port}`));
  return [...new Set(ports)];
}

function difference(actual, wanted) {
  return [
    ...actual.filter((each) => !wanted.includes(each)).map((each) => `open: ${each}`),
    ...wanted.filter((each) => !actual.includes(each)).map((each) => `closed: ${each}`),
  ];
}
