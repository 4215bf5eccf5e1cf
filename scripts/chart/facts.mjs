// What holds for every rendering of the chart. Each fact returns sentences about what breaks it.
import { isDeepStrictEqual } from 'node:util';

export const SERVICES = ['gateway', 'search-service', 'reveal-service', 'credits-service', 'admin-service'];

const WEIGHT = 'helm.sh/hook-weight';

export const COMPONENT = 'app.kubernetes.io/component';

/** Returns `{owner, pod, component}` of every pod that the resources lead to. */
export function podsOf(resources) {
  return resources.flatMap((resource) => {
    const { kind, metadata, spec } = resource;
    const owner = `${kind} ${metadata?.name}`;
    if (kind === 'Pod') return [{ owner, pod: spec, component: metadata.labels[COMPONENT], labels: metadata.labels }];
    const template = kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
    if (template === undefined || !['Deployment', 'StatefulSet', 'Job', 'CronJob'].includes(kind)) return [];
    return [
      { owner, pod: template.spec, component: template.metadata.labels[COMPONENT], labels: template.metadata.labels },
    ];
  });
}

export function containersOf({ pod }) {
  return [...(pod.initContainers ?? []), ...pod.containers];
}

export const FACTS = {
  'every pod is restricted, as Pod Security means it': ({ resources }) =>
    podsOf(resources).flatMap((each) => {
      const { owner, pod } = each;
      const context = pod.securityContext ?? {};
      const isRestricted =
        context.runAsNonRoot === true && context.runAsUser > 0 && context.seccompProfile?.type === 'RuntimeDefault';
      return [
        ...(isRestricted ? [] : [`${owner}: the pod may run as root or without seccomp`]),
        ...containersOf(each)
          .filter(({ securityContext: c = {} }) => !isClosed(c))
          .map(({ name }) => `${owner}: container ${name} may write to its root or gain privileges`),
      ];
    }),

  'only certificate jobs have a token of the API server': ({ resources }) =>
    podsOf(resources)
      .filter(({ pod, component }) => (pod.automountServiceAccountToken !== false) !== (component === 'certificates'))
      .map(({ owner }) => `${owner}: automountServiceAccountToken`),

  'every container has requests and a memory limit': ({ resources }) =>
    podsOf(resources).flatMap((each) =>
      containersOf(each)
        .filter(({ resources: r }) => !r?.requests?.cpu || !r.requests.memory || !r.limits?.memory)
        .map(({ name }) => `${each.owner}: container ${name}`),
    ),

  'every container that goes on running has three probes': ({ resources }) =>
    podsOf(resources.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))).flatMap((each) =>
      each.pod.containers
        .filter((container) => !(container.startupProbe && container.readinessProbe && container.livenessProbe))
        .map(({ name }) => `${each.owner}: container ${name}`),
    ),

  'probes of services ask the admin port': ({ resources }) =>
    deployments(resources).flatMap(({ metadata, spec }) => {
      const { startupProbe, readinessProbe, livenessProbe } = spec.template.spec.containers[0];
      const asks = [startupProbe, readinessProbe, livenessProbe].map(
        (probe) => `${probe?.httpGet?.port}${probe?.httpGet?.path}`,
      );
      return asks.join() === 'admin/healthz,admin/readyz,admin/healthz' ? [] : [`${metadata.name}: ${asks.join(', ')}`];
    }),

  'a rolling update keeps every pod until its successor is ready, and pods have time to drain': ({ resources }) =>
    deployments(resources).flatMap(({ metadata, spec }) => {
      const pod = spec.template.spec;
      const pause = pauseOf(pod.containers[0].lifecycle?.preStop);
      const drain = environmentOf(pod.containers[0], resources).SHUTDOWN_LIMIT_MS / 1000;
      return [
        ...(spec.strategy.rollingUpdate.maxUnavailable === 0 ? [] : [`${metadata.name}: maxUnavailable`]),
        ...(spec.revisionHistoryLimit > 0 ? [] : [`${metadata.name}: revisionHistoryLimit`]),
        ...(pod.terminationGracePeriodSeconds > pause + drain + 1
          ? []
          : [`${metadata.name}: ${pod.terminationGracePeriodSeconds} s for ${pause} + ${drain} s`]),
      ];
    }),

  'pods restart when their configuration or their secrets change': ({ resources }) =>
    deployments(resources)
      .filter(({ spec: { template } }) => {
        const annotations = template.metadata.annotations;
        return !/^[0-9a-f]{64}$/.test(annotations['checksum/config']) || !annotations['checksum/secrets'];
      })
      .map(({ metadata }) => metadata.name),

  'an autoscaled Deployment has at least the fewest pods': ({ resources }) => {
    const scaled = resources.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const fewestOf = (name) => scaled.find(({ metadata }) => metadata.name === name)?.spec.minReplicas ?? 0;
    return deployments(resources)
      .filter(({ metadata, spec }) => !(spec.replicas >= fewestOf(metadata.name)))
      .map(({ metadata }) => metadata.name);
  },

  'every hook whose pods have a policy brings that policy along': ({ resources }) => {
    const hookOf = ({ metadata }) => metadata.annotations?.['helm.sh/hook'];
    const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy');
    return resources
      .filter((each) => each.kind === 'Job' && hookOf(each) !== undefined && policies.length > 0)
      .filter((job) => {
        const own = policies.filter(({ metadata }) => metadata.labels[COMPONENT] === job.metadata.labels[COMPONENT]);
        const [lasting, early] = [own.find((each) => !hookOf(each)), own.find((each) => hookOf(each) === hookOf(job))];
        return !isDeepStrictEqual(lasting?.spec, early?.spec) || early.metadata.annotations[WEIGHT] !== '-15';
      })
      .map(({ metadata }) => metadata.name);
  },

  'Services of gRPC are headless and name ready pods only': ({ resources }) =>
    resources
      .filter(({ kind, spec }) => kind === 'Service' && spec.ports.some(({ name }) => name === 'grpc'))
      .filter(({ spec }) => spec.clusterIP !== 'None' || spec.publishNotReadyAddresses !== false)
      .map(({ metadata }) => metadata.name),

  'the public Service leads to the public port alone': ({ resources }) =>
    resources
      .filter(({ kind, metadata }) => kind === 'Service' && metadata.labels[COMPONENT] === 'gateway')
      .filter(({ spec }) => spec.ports.map(({ targetPort }) => targetPort).join() !== 'http')
      .map(({ metadata }) => metadata.name),

  'every selector finds a pod': ({ resources }) => {
    const pods = podsOf(resources);
    const selectors = resources.flatMap(({ kind, metadata, spec }) => {
      if (kind === 'Service') return [[`Service ${metadata.name}`, spec.selector]];
      if (['PodDisruptionBudget', 'Deployment', 'StatefulSet'].includes(kind))
        return [[`${kind} ${metadata.name}`, spec.selector.matchLabels]];
      return [];
    });
    return selectors.filter(([, labels]) => !pods.some((pod) => matches(pod.labels, labels))).map(([name]) => name);
  },

  'no two resources share a kind and a name, and names are short enough': ({ resources }) => {
    const names = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    return names.filter((name, index) => names.indexOf(name) !== index || name.split(' ')[1].length > 63);
  },

  'every resource has the recommended labels': ({ resources }) =>
    resources
      .filter(({ metadata }) => !metadata.name.endsWith('-more'))
      .filter(({ metadata: { labels = {} } }) =>
        ['name', 'instance', 'version', 'component', 'part-of', 'managed-by'].some(
          (label) => !labels[`app.kubernetes.io/${label}`],
        ),
      )
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`),

  'secrets go into pods as files': ({ resources }) =>
    podsOf(resources).flatMap((each) =>
      containersOf(each).flatMap(({ name, env = [] }) =>
        env
          .filter(({ valueFrom }) => valueFrom !== undefined)
          .map((entry) => `${each.owner}: ${name} has ${entry.name}`),
      ),
    ),

  'every file that a variable names is mounted': ({ resources }) =>
    podsOf(resources).flatMap((each) =>
      containersOf(each).flatMap((container) =>
        Object.entries(environmentOf(container, resources))
          .filter(([variable, value]) => (variable.endsWith('_FILE') || variable.endsWith('_CERTS')) && value)
          .filter(([, file]) => !isMounted(file, container, each.pod))
          .map(([variable, file]) => `${each.owner}: ${variable} is ${file}`),
      ),
    ),

  'generated secrets outlive the release': ({ resources }) =>
    resources
      .filter(({ kind, metadata }) => kind === 'Secret' && metadata.annotations?.['helm.sh/hook'] === undefined)
      .filter(({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] !== 'keep')
      .map(({ metadata }) => metadata.name),

  'no secret is in anything but a Secret': ({ resources }) => {
    const secrets = resources.filter(({ kind }) => kind === 'Secret');
    const rest = JSON.stringify(resources.filter(({ kind }) => kind !== 'Secret'));
    return secrets.flatMap(({ metadata, data }) =>
      Object.entries(data)
        .filter(([, value]) => rest.includes(value) || rest.includes(Buffer.from(value, 'base64').toString()))
        .map(([key]) => `${metadata.name}/${key}`),
    );
  },
};

function isClosed(context) {
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, privileged, capabilities } = context;
  const isDropped = capabilities?.drop?.join() === 'ALL' && capabilities.add === undefined;
  return readOnlyRootFilesystem === true && allowPrivilegeEscalation === false && !privileged && isDropped;
}

/** Returns the seconds that a preStop hook pauses. */
function pauseOf(hook) {
  if (hook?.exec === undefined) return hook?.sleep.seconds ?? 0;
  return Number(/(\d+)\)$/.exec(hook.exec.command.at(-1))[1]) / 1000;
}

/** The Deployments of the five services. */
export function deployments(resources) {
  return resources.filter(
    ({ kind, metadata }) => kind === 'Deployment' && SERVICES.includes(metadata.labels[COMPONENT]),
  );
}

/** Returns the environment of a container: its ConfigMap and its own variables. */
export function environmentOf(container, resources) {
  const names = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name);
  const configMaps = resources.filter(({ kind, metadata }) => kind === 'ConfigMap' && names.includes(metadata.name));
  const own = (container.env ?? []).map(({ name, value }) => [name, value]);
  return Object.assign({}, ...configMaps.map(({ data }) => data), Object.fromEntries(own));
}

function isMounted(file, { volumeMounts }, { volumes }) {
  const mount = volumeMounts.find(({ mountPath }) => file.startsWith(`${mountPath}/`));
  const volume = volumes.find(({ name }) => name === mount?.name);
  if (volume === undefined || mount.subPath !== undefined) return false;
  const name = file.slice(mount.mountPath.length + 1);
  const items = volume.projected?.sources.flatMap(({ secret }) => secret.items) ?? volume.secret?.items;
  // A Secret of type kubernetes.io/tls is mounted whole.
  return items === undefined
    ? ['tls.crt', 'tls.key', 'ca.crt'].includes(name)
    : items.some((item) => item.path === name);
}

export function matches(labels, wanted) {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value);
}
