// Values that the chart refuses, and what the sentence must say.

const existing = (name) => ({ existingSecret: name });

/** [values, parts of the sentence…] */
const CASES = [
  // The schema: names and types.
  [{ gatway: {} }, "additional properties 'gatway' not allowed"],
  [{ gateway: { replica: 3 } }, '/gateway', "'replica' not allowed"],
  [{ defaults: { resource: {} } }, '/defaults', "'resource' not allowed"],
  [{ searchService: { maxConnections: 3 } }, '/searchService', "'maxConnections' not allowed"],
  [{ secrets: { adminToken: { existingsecret: 'x' } } }, '/secrets/adminToken', "'existingsecret' not allowed"],
  [{ database: { roles: { search: { name: 'x' } } } }, '/database/roles/search', "'name' not allowed"],
  [{ database: { servers: { directory: { hostname: 'x' } } } }, '/database/servers/directory', "'hostname'"],
  [{ importJobs: { a: { file: [] } } }, '/importJobs/a', "'file' not allowed", "missing property 'files'"],
  [{ importJobs: { a: { files: [{ kind: 'people', path: 'a' }] } } }, '/importJobs/a/files/0/kind', "'organizations'"],
  [{ importJobs: { a: { files: [{ kind: 'contacts', url: 'http://a' }] } } }, '/importJobs/a/files/0/url'],
  [{ importJobs: { 'A b': { files: [{ kind: 'contacts', path: 'a' }] } } }, '/importJobs', "'A b' not allowed"],
  [{ console: { enabled: true } }, 'console.url must be the https address'],
  [{ console: { enabled: true, url: 'http://console.example.com' } }, 'console.url must be the https address'],
  [
    { console: { enabled: true, url: 'https://console.example.com', oidc: { issuer: 'https://login.example.com' } } },
    'console.oidc needs clientId and clientSecret.existingSecret',
  ],
  [{ gateway: { replicas: '3' } }, '/gateway/replicas', 'got string, want integer'],
  [{ gateway: { replicas: -1 } }, '/gateway/replicas', 'minimum'],
  [{ gateway: { responseGuardRatio: 2 } }, '/gateway/responseGuardRatio', 'maximum'],
  [{ defaults: { extraEnv: { A: 1 } } }, '/defaults/extraEnv/A', 'want string'],
  [{ defaults: { logLevel: 'verbose' } }, '/defaults/logLevel', "'info'"],
  [{ tls: { mode: 'none' } }, '/tls/mode', "'certManager'"],
  [{ database: { mode: 'external' } }, '/database/mode', "'administrator'"],
  [{ database: { name: 'a/b' } }, '/database/name', 'pattern'],
  [{ redis: { mode: 'on' } }, '/redis/mode', "'sentinel'"],
  [{ image: { digest: 'latest' } }, '/image/digest', 'pattern'],
  [{ fullnameOverride: 'Upper' }, '/fullnameOverride', 'pattern'],
  [{ postgresql: { storage: { size: 'large' } } }, '/postgresql/storage/size', 'pattern'],
  [{ public: { host: 'https://api.example.com' } }, '/public/host', 'pattern'],
  [{ networkPolicy: { publicFrom: 'everybody' } }, '/networkPolicy/publicFrom', 'want array'],

  // Combinations: a sentence that says what to set.
  [{ secrets: { generateWithoutCluster: false } }, 'does not see the cluster', 'secrets.identityKey.existingSecret'],
  [{ database: { mode: 'administrator' } }, 'database.administrator.existingSecret is empty', 'database.host is empty'],
  [{ database: { servers: { people: { host: 'a' } } } }, 'people is no schema', 'directory, reveal'],
  [{ database: { mode: 'roles' } }, 'database.roles.migration.existingSecret is empty', 'database.roles.importer'],
  [
    { database: { mode: 'roles', roles: { ...existing('a'), search: { key: '' } } } },
    'database.roles.search.key is empty',
  ],
  [{ database: { searchReplicas: { hosts: ['a:5432'] } } }, 'database.searchReplicas.hosts is for', 'mode is bundled'],
  [{ redis: { mode: 'none' } }, 'redis.mode=none is for one gateway', 'gateway.replicas is 2'],
  [
    { redis: { mode: 'none' }, gateway: { replicas: 1, autoscaling: { enabled: true } } },
    'gateway.autoscaling.enabled must be false',
  ],
  [{ redis: { mode: 'external' } }, 'redis.url.existingSecret is empty'],
  [{ redis: { mode: 'sentinel' } }, 'redis.sentinels is empty'],
  [{ redis: { mode: 'cluster' } }, 'redis.nodes is empty'],
  [{ tls: { mode: 'existing' } }, 'tls.existingSecrets.gateway is empty', 'tls.existingSecrets.adminService is empty'],
  [
    { gateway: { shutdown: { gracePeriodSeconds: 25 } } },
    'gateway.shutdown.gracePeriodSeconds is 25: it must be more than 29',
  ],
  [{ tls: { days: 90, authorityDays: 180 } }, 'tls.authorityDays is 180: it must be at least three times tls.days'],
  [{ creditsService: { autoscaling: { enabled: true, minReplicas: 11 } } }, 'creditsService.autoscaling.minReplicas'],
  [{ public: { ingress: { enabled: true } } }, 'public.host is empty'],
  [{ public: { host: 'a.example.com', httpRoute: { enabled: true } } }, 'public.httpRoute.parentRefs is empty'],
  [{ public: { baseUrl: 'https://a.example.com' } }, 'public.baseUrl must end in /external/v1'],
  [{ admin: { ingress: { enabled: true } } }, 'admin.ingress.host is empty', 'networkPolicy.adminFrom is empty'],
  [{ importJobs: { a: { files: [{ kind: 'contacts' }] } } }, 'importJobs.a.files[0]: set either path'],
  [{ importJobs: { a: { files: [{ kind: 'contacts', path: 'a' }] } } }, 'importJobs.a.claimName is empty'],
  [{ defaults: { extraEnv: { 'A-B': '1' } } }, 'gateway.extraEnv.A-B is no name'],
];

export const REFUSALS = CASES.map(([values, ...parts]) => ({ values, parts: parts.map(String) }));
