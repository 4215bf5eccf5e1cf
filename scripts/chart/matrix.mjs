// The combinations of values that the chart is rendered with.

const DATABASES = {
  bundled: {},
  administrator: {
    database: { mode: 'administrator', host: 'db.example.com', administrator: { existingSecret: 'db-administrator' } },
  },
  'administrator with a server for each schema': {
    database: {
      mode: 'administrator',
      servers: Object.fromEntries(
        ['directory', 'reveal', 'credits', 'accounts', 'edge'].map((schema) => [schema, { host: `${schema}.db` }]),
      ),
      administrator: { existingSecret: 'db-administrator', schemaKeys: { credits: 'credits-url' } },
      ca: { existingSecret: 'db-ca' },
      searchReplicas: { hosts: ['replica-1.db:5432', 'replica-2.db:5433'], maxLagMs: 2_000 },
    },
  },
  roles: { database: { mode: 'roles', roles: { existingSecret: 'db-roles' } } },
};

const REDIS = {
  bundled: {},
  external: { redis: { mode: 'external', url: { existingSecret: 'redis' }, ca: { existingSecret: 'redis-ca' } } },
  sentinel: {
    redis: {
      mode: 'sentinel',
      sentinels: ['a:26379', 'b:26379'],
      password: { existingSecret: 'redis' },
      sentinelPassword: { existingSecret: 'redis' },
    },
  },
  cluster: { redis: { mode: 'cluster', nodes: ['a:6379'], tls: true, username: 'counter' } },
  none: { redis: { mode: 'none' }, gateway: { replicas: 1 } },
};

const TLS = {
  generated: {},
  'generated without hooks': { tls: { useHooks: false } },
  certManager: { tls: { mode: 'certManager' } },
  'certManager with an issuer': {
    tls: { mode: 'certManager', certManager: { issuerRef: { name: 'internal', kind: 'ClusterIssuer' } } },
  },
  existing: {
    tls: {
      mode: 'existing',
      existingSecrets: {
        gateway: 'gateway-tls',
        searchService: 'search-tls',
        revealService: 'reveal-tls',
        creditsService: 'credits-tls',
        adminService: 'admin-tls',
      },
    },
  },
  disabled: { tls: { mode: 'disabled' } },
};

const host = { host: 'api.example.com' };
const OTHERS = {
  plain: {},
  autoscaling: {
    searchService: { autoscaling: { enabled: true, maxReplicas: 40 } },
    creditsService: { autoscaling: { enabled: true } },
    audit: { enabled: false },
  },
  Ingress: {
    public: { ...host, ingress: { enabled: true, className: 'nginx', annotations: { a: 'b' } } },
    networkPolicy: { publicFrom: [{ namespaceSelector: {} }], prometheusFrom: [] },
  },
  console: {
    console: {
      enabled: true,
      url: 'https://console.example.com',
      ingress: { enabled: true, className: 'nginx' },
      oidc: {
        issuer: 'https://login.example.com/tenant',
        clientId: 'console',
        name: 'Example',
        clientSecret: { existingSecret: 'oidc' },
      },
    },
  },
  HTTPRoute: {
    public: { ...host, tls: { enabled: false }, httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } },
    networkPolicy: { enabled: false },
  },
  monitoring: {
    monitoring: {
      force: true,
      podMonitor: { enabled: true, labels: { release: 'prometheus' } },
      prometheusRule: { enabled: true },
      dashboards: { enabled: true, annotations: { folder: 'Prospecting' } },
    },
    telemetry: { otlpEndpoint: 'https://otel.example.com' },
  },
  'everything else': {
    nameOverride: 'leads',
    listenHost: '::',
    image: { digest: `sha256:${'0'.repeat(64)}` },
    imagePullSecrets: ['registry'],
    commonLabels: { team: 'data' },
    commonAnnotations: { contact: 'data@example.com' },
    admin: { ingress: { enabled: true, host: 'admin.example.com', className: 'internal' } },
    public: { service: { type: 'NodePort', nodePort: 30_080 } },
    networkPolicy: { adminFrom: [{ namespaceSelector: { matchLabels: { name: 'internal' } } }] },
    defaults: {
      replicas: 3,
      podAnnotations: { note: 'yes' },
      podLabels: { tier: 'backend' },
      nodeSelector: { pool: 'general' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
      serviceAccountAnnotations: { role: 'none' },
      extraEnv: { OTEL_SERVICE_NAMESPACE: 'leads' },
      extraEnvFrom: [{ secretRef: { name: 'more' } }],
      extraVolumes: [{ name: 'more', emptyDir: {} }],
      extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
      topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
      podDisruptionBudget: { maxUnavailable: '50%' },
      shutdown: { preStopSeconds: 0, limitSeconds: 30, gracePeriodSeconds: 60 },
      networkPolicy: { extraEgress: [{ ports: [{ port: 4000 }] }], extraIngress: [{ ports: [{ port: 8080 }] }] },
    },
    migrations: { useHooks: false, annotations: { 'argocd.argoproj.io/sync-wave': '-1' } },
    importJobs: {
      sample: { run: 2, generate: { organizations: 10 }, files: [{ kind: 'organizations', path: 'a.jsonl.gz' }] },
      remote: {
        claimName: 'imports',
        files: [{ kind: 'contacts', url: 'https://files.example.com:8443/c.jsonl', rejects: 'c.rejects.jsonl' }],
      },
    },
    tests: { enabled: false },
    extraObjects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-more' } }],
  },
};

/**
 * Returns `[name, values]` of every combination of database, Redis and TLS. The rest takes turns, so that each of it is met with several
 * of them.
 */
export function combinations() {
  const rest = Object.entries(OTHERS);
  const all = [];
  for (const [database, databaseValues] of Object.entries(DATABASES))
    for (const [redis, redisValues] of Object.entries(REDIS))
      for (const [tls, tlsValues] of Object.entries(TLS)) {
        const [other, otherValues] = rest[(all.length + Math.floor(all.length / 6)) % rest.length];
        const name = `database ${database}, Redis ${redis}, TLS ${tls}, ${other}`;
        const { gateway = {} } = { ...otherValues, ...redisValues };
        const merged = { ...otherValues, ...databaseValues, ...redisValues, ...tlsValues, gateway };
        all.push([name, merged]);
      }
  return all;
}
