import { X509Certificate } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createTestAuthority } from '@prospecting/platform/testing';
import { startKubernetesApi, type KubernetesApi, type StoredSecret } from '#testing/kubernetes-api.js';
import { run } from '../run.js';
import { findKubernetes, readCertificatesConfig, type KubernetesAccess } from './config.js';
import { connectSecrets, type SecretsOptions } from './kubernetes.js';
import { renewCertificates, type Renewal, type RenewOptions } from './renew.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Impatient, so that no test waits. */
const IMPATIENT_ROUNDS = { firstMs: 1, maxMs: 20 };
const IMPATIENT: SecretsOptions = { timeoutMs: 200, firstPauseMs: 1 };
/** The settle time, and the time that a write may take. */
const SETTLED = 35 * MINUTE;

describe('prospect certificates', () => {
  let api: KubernetesApi;
  let env: Record<string, string>;

  beforeEach(async () => {
    api = await startKubernetesApi();
    env = { ...api.env, CERTIFICATE_NAMES: 'gateway,credits-service', CERTIFICATE_SECRET_PREFIX: 'shop' };
  });

  afterEach(async () => {
    await api.close();
  });

  async function renew(options: RenewOptions = {}, connection = IMPATIENT): Promise<Renewal> {
    const secrets = connectSecrets(await findKubernetes(env), connection);
    return renewCertificates(secrets, readCertificatesConfig(env), options, IMPATIENT_ROUNDS);
  }

  async function command(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const code = await run(['certificates', ...argv], env, { stdout, stderr });
    stdout.end();
    stderr.end();
    return { code, stdout: await text(stdout), stderr: await text(stderr) };
  }

  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'it did not fail',
      (error: unknown) => (error as Error).message,
    );

  const stored = (name: string): StoredSecret => {
    const secret = api.secrets.get(name);
    if (secret === undefined) throw new Error(`there is no Secret ${name}`);
    return secret;
  };
  const pem = (name: string, key: string): string => Buffer.from(stored(name).data[key] ?? '', 'base64').toString();
  const authoritiesIn = (name: string): number => pem(name, 'ca.crt').split('BEGIN CERTIFICATE').length - 1;
  const actions = ({ certificates }: Renewal): string[] => certificates.map(({ action }) => action);
  const writes = (): string[] =>
    api.calls.filter(({ verb }) => verb !== 'get').map(({ verb, name }) => `${verb} ${name}`);
  const change = (name: string, data: Record<string, string>): void => {
    const secret = stored(name);
    api.put({ ...secret, data: { ...secret.data, ...data } });
  };

  describe('a first run', () => {
    it('makes one Secret for each service and one for the authority, the authority first', async () => {
      const { code, stdout, stderr } = await command('renew');
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.contain('shop-gateway-tls').and.to.contain('created');
      expect(writes()).to.deep.equal(['create shop-ca', 'create shop-gateway-tls', 'create shop-credits-service-tls']);
      expect(stored('shop-gateway-tls').type).to.equal('kubernetes.io/tls');
      expect(stored('shop-gateway-tls').metadata.labels).to.include({
        'app.kubernetes.io/managed-by': 'prospect-certificates',
        'app.kubernetes.io/component': 'gateway',
      });
    });

    it('signs for exactly one name, as server and client, from a few minutes ago until 90 days', async () => {
      await renew();
      const certificate = new X509Certificate(pem('shop-gateway-tls', 'tls.crt'));
      const authority = new X509Certificate(pem('shop-gateway-tls', 'ca.crt'));
      expect(certificate.subjectAltName).to.equal('DNS:gateway');
      expect(certificate.keyUsage).to.deep.equal(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
      expect(certificate.verify(authority.publicKey) && certificate.checkIssued(authority)).to.equal(true);
      expect([certificate.ca, authority.ca]).to.deep.equal([false, true]);
      expect(api.now - Date.parse(certificate.validFrom)).to.be.within(4 * MINUTE, 7 * MINUTE);
      expect(Date.parse(certificate.validTo) - api.now).to.be.within(90 * DAY - MINUTE, 90 * DAY + MINUTE);
      expect(Date.parse(authority.validTo) - api.now).to.be.within(3_650 * DAY - MINUTE, 3_650 * DAY + MINUTE);
    });

    it('prints no key', async () => {
      const { stdout } = await command('--json', 'renew');
      expect(JSON.parse(stdout)).to.have.keys('certificates', 'authorities', 'nextStepAt');
      expect(stdout).to.not.contain('PRIVATE');
      const shown = await command('--json', 'show');
      expect(shown.code).to.equal(0);
      expect(shown.stdout).to.not.contain('PRIVATE');
    });
  });

  describe('a further run', () => {
    it('changes nothing, and writes nothing', async () => {
      await renew();
      api.calls.length = 0;
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged']);
      expect(writes()).to.deep.equal([]);
    });

    it('renews with a new key when a third of the life is left, and keeps the authority', async () => {
      await renew();
      const [key, ca] = [pem('shop-gateway-tls', 'tls.key'), pem('shop-gateway-tls', 'ca.crt')];
      api.now += 59 * DAY;
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged']);
      api.now += 2 * DAY;
      expect(actions(await renew())).to.deep.equal(['renewed', 'renewed']);
      expect(pem('shop-gateway-tls', 'tls.key')).to.not.equal(key);
      expect(pem('shop-gateway-tls', 'ca.crt')).to.equal(ca);
    });

    for (const [what, damage] of Object.entries<() => void>({
      'has no certificate': () => change('shop-gateway-tls', { 'tls.crt': '' }),
      'has a key that is none': () => change('shop-gateway-tls', { 'tls.key': Buffer.from('x').toString('base64') }),
      'has the key of another': () =>
        change('shop-gateway-tls', { 'tls.key': stored('shop-credits-service-tls').data['tls.key'] ?? '' }),
      'has the certificate of another name': () =>
        change('shop-gateway-tls', { ...stored('shop-credits-service-tls').data }),
    }))
      it(`renews a certificate whose Secret ${what}`, async () => {
        await renew();
        damage();
        const { certificates } = await renew();
        expect(certificates.map(({ action, reason }) => [action, reason])).to.deep.equal([
          ['renewed', 'missing or unusable'],
          ['unchanged', null],
        ]);
      });

    it('mends a ca.crt and keeps the certificate', async () => {
      await renew();
      const { data } = stored('shop-gateway-tls');
      change('shop-gateway-tls', { 'ca.crt': '' });
      expect(actions(await renew())).to.deep.equal(['trust changed', 'unchanged']);
      expect(stored('shop-gateway-tls').data).to.deep.equal(data);
    });

    it('makes the Secret of a service that is new', async () => {
      await renew();
      env['CERTIFICATE_NAMES'] = 'gateway,credits-service,admin-service';
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged', 'created']);
    });

    it('keeps the labels and annotations of others', async () => {
      await renew();
      const secret = stored('shop-gateway-tls');
      const { metadata } = secret;
      api.put({ ...secret, metadata: { ...metadata, labels: { ...metadata.labels, team: 'a' } } });
      api.now += 61 * DAY;
      await renew();
      expect(stored('shop-gateway-tls').metadata.labels).to.include({ team: 'a' });
    });
  });

  describe('a replacement of the authority', () => {
    it('is trusted everywhere, then signs, and the old one goes when nothing of it is left', async () => {
      await renew();
      api.now += DAY;
      expect(actions(await renew({ replaceAuthority: true }))).to.deep.equal(['trust changed', 'trust changed']);
      expect(authoritiesIn('shop-gateway-tls')).to.equal(2);
      api.now += 20 * MINUTE;
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged']);
      api.now += SETTLED;
      expect(actions(await renew())).to.deep.equal(['renewed', 'renewed']);
      expect(Object.keys(stored('shop-ca').data)).to.have.length(2);
      api.now += SETTLED;
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged']);
      expect(authoritiesIn('shop-gateway-tls')).to.equal(2);
      expect(actions(await renew({ removeReplaced: true }))).to.deep.equal(['trust changed', 'trust changed']);
      expect(authoritiesIn('shop-gateway-tls')).to.equal(1);
    });

    it('says when the next step is due', async () => {
      await renew();
      api.now += DAY;
      const { code, stderr } = await command('renew', '--replace-authority');
      expect(code).to.equal(0);
      expect(stderr).to.contain('The next step is due at');
    });

    it('starts when the Secret of the authority is lost or damaged, and no certificate changes before it has settled', async () => {
      await renew();
      const { data } = stored('shop-gateway-tls');
      api.secrets.delete('shop-ca');
      expect(actions(await renew())).to.deep.equal(['trust changed', 'trust changed']);
      expect(stored('shop-gateway-tls').data['tls.crt']).to.equal(data['tls.crt']);
      change('shop-ca', Object.fromEntries(Object.keys(stored('shop-ca').data).map((name) => [name, ''])));
      await renew();
      expect(stored('shop-gateway-tls').data['tls.crt']).to.equal(data['tls.crt']);
      api.now += SETTLED;
      expect(actions(await renew())).to.deep.equal(['renewed', 'renewed']);
    });
  });

  describe('a Secret of somebody else', () => {
    for (const name of ['shop-ca', 'shop-credits-service-tls'])
      it(`stops the run before it changes anything: ${name}`, async () => {
        api.put({ metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'Helm' } }, type: 'Opaque', data: {} });
        const { code, stderr } = await command('renew');
        expect(code).to.equal(1);
        expect(stderr).to.contain(name).and.to.contain('managed-by is Helm');
        expect(writes()).to.deep.equal([]);
      });

    it('is not taken over for its label only', async () => {
      const labels = { 'app.kubernetes.io/managed-by': 'prospect-certificates' };
      api.put({ metadata: { name: 'shop-ca', labels }, type: 'Opaque', data: {} });
      expect(await failure(renew())).to.contain('was not made by this command');
    });
  });

  describe('runs at the same time', () => {
    it('agree on one authority and on certificates of it', async () => {
      for (let round = 0; round < 5; round += 1) {
        api.secrets.clear();
        await Promise.all([renew(), renew(), renew()]);
        const ca = pem('shop-gateway-tls', 'ca.crt');
        expect(pem('shop-credits-service-tls', 'ca.crt')).to.equal(ca);
        expect(authoritiesIn('shop-gateway-tls')).to.equal(1);
        for (const name of ['shop-gateway-tls', 'shop-credits-service-tls'])
          expect(new X509Certificate(pem(name, 'tls.crt')).verify(new X509Certificate(ca).publicKey)).to.equal(true);
      }
    });

    it('give up after a bounded number of conflicts, and name the Secret', async () => {
      await renew();
      api.now += 61 * DAY;
      api.before = ({ verb, name }) => {
        if (verb === 'update') api.put(stored(name));
        return undefined;
      };
      expect(await failure(renew()))
        .to.contain('update of Secret sales/shop-gateway-tls')
        .and.to.contain('8 times');
    });
  });

  describe('an API that fails', () => {
    for (const verb of ['get', 'create', 'update'] as const)
      it(`names the missing right to ${verb}`, async () => {
        if (verb === 'update') await renew();
        api.now += 61 * DAY;
        api.rights = (['get', 'create', 'update'] as const).filter((each) => each !== verb);
        const message = await failure(renew());
        expect(message).to.contain(`${verb} of Secret sales/shop-`).and.to.contain('403');
        expect(message).to.contain(`needs the right to ${verb} secrets in namespace sales`);
      });

    it('is asked again after errors and silence', async () => {
      let calls = 0;
      api.before = () => ([{ status: 500 }, 'silence', { status: 503 }] as const)[(calls += 1) % 4];
      expect(actions(await renew())).to.deep.equal(['created', 'created']);
    });

    it('may lose the answer of every write once', async () => {
      const lost = new Set<string>();
      api.before = ({ verb, name }) => {
        if (verb === 'get' || lost.has(verb + name)) return undefined;
        lost.add(verb + name);
        return 'lost answer';
      };
      await renew();
      expect(authoritiesIn('shop-gateway-tls')).to.equal(1);
      api.before = () => undefined;
      expect(actions(await renew())).to.deep.equal(['unchanged', 'unchanged']);
    });

    for (const [what, disturbance, sentence] of [
      ['errors', { status: 500 }, 'status 500 (etcdserver: request timed out)'],
      ['silence', 'silence', 'no answer within 0.2 s'],
      ['an answer that never ends', 'trickle', 'no answer within 0.2 s'],
      ['a status without a reason', { status: 418, message: 'teapot' }, 'status 418 (teapot)'],
    ] as const)
      it(`ends the run after ${what}, and names verb, Secret and status`, async () => {
        api.before = () => disturbance;
        expect(await failure(renew()))
          .to.contain('get of Secret sales/shop-gateway-tls')
          .and.to.contain(sentence);
      });

    it('ends the run when it is not there, or shows a certificate of an authority that is not ours', async () => {
      const { ca, ...access } = await findKubernetes(env);
      const ask = (other: Partial<KubernetesAccess>): Promise<string> =>
        failure(connectSecrets({ ...access, ca, ...other }, IMPATIENT).get('shop-ca'));
      expect(await ask({ port: 1 })).to.contain('ECONNREFUSED');
      expect(await ask({ ca: createTestAuthority('another').certificate })).to.match(/certificate/);
    });
  });

  describe('variables', () => {
    for (const [name, value, sentence] of [
      ['CERTIFICATE_NAMES', '', 'CERTIFICATE_NAMES is not set'],
      ['CERTIFICATE_NAMES', 'gateway,', 'DNS labels'],
      ['CERTIFICATE_NAMES', 'gateway,gateway', 'twice'],
      ['CERTIFICATE_SECRET_PREFIX', 'Shop', 'CERTIFICATE_SECRET_PREFIX'],
      ['CERTIFICATE_DAYS', '0', 'CERTIFICATE_DAYS'],
      ['CERTIFICATE_CA_DAYS', '100', 'three times'],
      ['CERTIFICATE_SETTLE_MINUTES', '0', 'CERTIFICATE_SETTLE_MINUTES'],
      ['KUBERNETES_SERVICE_HOST', '', 'KUBERNETES_SERVICE_HOST is not set'],
    ] as const)
      it(`are refused with exit code 2: ${name}='${value}'`, async () => {
        env[name] = value;
        const { code, stderr } = await command('renew');
        expect(code).to.equal(2);
        expect(stderr).to.contain(sentence);
      });
  });
});
