import { X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prospecting/platform/testing';
import { TAGS } from '../images.js';
import { RELEASE, REPLICAS, SERVICES } from '../release.js';
import { assert, untilWhole, type Disruption, type Scene } from './disruption.js';

/** Services read their files again every 30 s. */
const REREAD_MS = 35_000;
/** kubelet brings a changed Secret into a pod within two of its periods. */
const SYNC_MS = 200_000;

const serialOf = (certificate: string): string => new X509Certificate(certificate).serialNumber;

/** Makes the stored certificates look as if a third of their life were left: they are removed. */
const certificates: Disruption = {
  name: 'certificates',
  allowed: 'nothing',
  async run({ cluster }) {
    const before = new Map<string, string>();
    for (const service of SERVICES) before.set(service, (await cluster.secret(tlsOf(service)))['tls.crt'] ?? '');
    // Where nothing is stored, renewal makes a new certificate under the same authority.
    for (const service of SERVICES) await cluster.kubectl(['delete', 'secret', tlsOf(service)]);
    await cluster.runCronJob(`${RELEASE}-certificates`);
    for (const service of SERVICES) {
      const { 'tls.crt': renewed = '' } = await cluster.secret(tlsOf(service));
      assert(serialOf(renewed) !== serialOf(before.get(service) ?? ''), `the certificate of ${service} is the old one`);
      for (const { name } of await cluster.pods(service)) {
        const read = (): Promise<string> => cluster.exec(name, ['cat', '/etc/prospecting/tls/tls.crt']);
        const seen = await eventually(read, (text) => text.trim() === renewed.trim(), {
          timeoutMs: SYNC_MS,
          intervalMs: 2_000,
        });
        assert(seen.trim() === renewed.trim(), `${name} has the old certificate after ${SYNC_MS / 1_000} s`);
      }
    }
    // The load goes on while every service takes its new certificate.
    await delay(REREAD_MS);
  },
};

const tlsOf = (service: string): string => `${RELEASE}-${service}-tls`;

const READINESS = "fetch('http://127.0.0.1:8081/readyz').then((r) => r.text()).then(console.log)";

const wrongPassword: Disruption = {
  name: 'wrong-password',
  allowed: 'nothing',
  async run(scene) {
    const { cluster } = scene;
    const { prospect_search: right } = await cluster.secret(`${RELEASE}-database`);
    assert(right !== undefined, 'the password of prospect_search is in no Secret');
    await setPassword(scene, 'a-wrong-password');
    try {
      await cluster.kubectl(['scale', `deployment/${RELEASE}-search-service`, `--replicas=${REPLICAS + 1}`]);
      const find = async () =>
        (await cluster.pods('search-service')).find(({ isReady, phase }) => !isReady && phase === 'Running');
      const pod = await eventually(find, (found) => found !== undefined, { timeoutMs: 60_000, intervalMs: 500 });
      assert(pod !== undefined, 'a new pod became ready with a wrong password');
      const says = async (): Promise<string> =>
        (await cluster.tryKubectl(['exec', pod.name, '--', 'node', '--eval', READINESS])).stdout;
      const names = (text: string): boolean => /password authentication failed for \w+ "?prospect_search/.test(text);
      const readiness = await eventually(says, names, { timeoutMs: 60_000, intervalMs: 1_000 });
      assert(names(readiness), `its readiness does not name the password: ${readiness}`);
      const log = await cluster.kubectl(['logs', pod.name]);
      assert(/password authentication failed/.test(log), 'its log does not name the password');
      assert(!log.includes(right) && !readiness.includes(right), 'a password is in the log or in the readiness');
    } finally {
      await setPassword(scene, right);
    }
    await cluster.untilReady('search-service', REPLICAS + 1);
    await cluster.kubectl(['scale', `deployment/${RELEASE}-search-service`, `--replicas=${REPLICAS}`]);
    await cluster.untilReady('search-service', REPLICAS);
  },
};

async function setPassword({ cluster }: Scene, password: string): Promise<void> {
  const input = `alter role prospect_search password '${password.replaceAll("'", "''")}';\n`;
  const psql = ['psql', '--username=postgres', '--dbname=prospect', '--set=ON_ERROR_STOP=1'];
  await cluster.kubectl(['exec', '--stdin', `${RELEASE}-postgresql-0`, '--', ...psql], { input });
}

const MISSING = 'not-there-yet';

const missingSecret: Disruption = {
  name: 'missing-secret',
  allowed: 'nothing',
  async run(scene) {
    const { cluster, release } = scene;
    const upgrade = release.upgrade(TAGS.current, [`secrets.adminToken.existingSecret=${MISSING}`]);
    const events = async (): Promise<string> =>
      cluster.kubectl(['get', 'events', '--field-selector=reason=FailedMount', '--output', 'json']);
    const named = await eventually(events, (text) => text.includes(`secret \\"${MISSING}\\" not found`), {
      timeoutMs: 120_000,
      intervalMs: 1_000,
    });
    assert(named.includes(MISSING), 'no event of the pod names the missing Secret');
    // The pods of before still read it, and so would a rollback.
    const { 'admin-token': token = '' } = await cluster.secret(`${RELEASE}-secrets`);
    assert(token !== '', 'the upgrade has taken the admin token from the pods that serve');
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: MISSING },
      stringData: { 'admin-token': token },
    });
    const { code, stderr } = await upgrade;
    assert(code === 0, `the upgrade did not recover when the Secret was there: ${stderr.slice(-500)}`);
    const back = await release.upgrade(TAGS.current);
    assert(back.code === 0, back.stderr.slice(-500));
    await untilWhole(scene);
    await cluster.kubectl(['delete', 'secret', MISSING]);
  },
};

export const CREDENTIALS: readonly Disruption[] = [certificates, wrongPassword, missingSecret];
