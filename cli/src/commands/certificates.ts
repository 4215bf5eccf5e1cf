import type { Command } from 'commander';
import type { CertificatesConfig } from '../certificates/config.js';
import type { Secrets } from '../certificates/kubernetes.js';
import type { Renewal, RenewOptions } from '../certificates/renew.js';
import type { Context } from '../context.js';
import { examples } from '../help.js';

const VARIABLES_HELP = `
Runs in a pod and uses its service account, which needs the rights get, create and update on Secrets.
  CERTIFICATE_NAMES           services, separated by commas: gateway,search-service,…
  CERTIFICATE_SECRET_PREFIX   Secrets <prefix>-<service>-tls (tls.crt, tls.key, ca.crt), and <prefix>-ca
  CERTIFICATE_DAYS            life of a certificate (default 90), renewed when a third is left
  CERTIFICATE_CA_DAYS         life of the authority (default 3650)
  CERTIFICATE_SETTLE_MINUTES  longest time until every pod uses changed files (default 30)`;

/** Adds `prospect certificates renew` and `prospect certificates show`. */
export function addCertificatesCommands(program: Command, context: Context): void {
  const command = program
    .command('certificates')
    .description('make and renew the certificates of the services, as Secrets of Kubernetes')
    .addHelpText('after', examples('prospect certificates renew', 'prospect certificates show'));

  command
    .command('renew')
    .description('bring every certificate up to date; repeat it on a schedule, at best every hour')
    .option('--replace-authority', 'make a new authority although the present one has time left')
    .option('--remove-replaced', 'trust a replaced authority no longer than pods use certificates of it')
    .addHelpText(
      'after',
      examples(
        'prospect certificates renew',
        "# after the authority's key was stolen",
        'prospect certificates renew --replace-authority --remove-replaced',
      ),
    )
    .addHelpText('after', VARIABLES_HELP)
    .action(async (options: RenewOptions) => {
      const { renewCertificates } = await import('../certificates/renew.js');
      const { secrets, config } = await connect(context);
      show(context, await renewCertificates(secrets, config, options));
    });

  command
    .command('show')
    .description('show every certificate and authority, and what a renewal would do')
    .addHelpText('after', examples('prospect certificates show', 'prospect certificates show --json'))
    .addHelpText('after', VARIABLES_HELP)
    .action(async () => {
      const { inspectCertificates } = await import('../certificates/show.js');
      const { secrets, config } = await connect(context);
      const { certificates, ...rest } = await inspectCertificates(secrets, config);
      const output = context.output();
      if (context.wantsJson()) return output.record({ certificates, ...rest });
      output.rows(certificates, ['name', 'secret', 'renewal', 'authority', 'expires']);
      showAuthorities(context, rest);
    });
}

async function connect({ env }: Context): Promise<{ secrets: Secrets; config: CertificatesConfig }> {
  const [{ findKubernetes, readCertificatesConfig }, { connectSecrets }] = await Promise.all([
    import('../certificates/config.js'),
    import('../certificates/kubernetes.js'),
  ]);
  const config = readCertificatesConfig(env);
  return { secrets: connectSecrets(await findKubernetes(env)), config };
}

function show(context: Context, renewal: Renewal): void {
  const output = context.output();
  if (context.wantsJson()) return output.record({ ...renewal });
  output.rows(renewal.certificates, ['name', 'secret', 'action', 'reason', 'authority', 'expires']);
  showAuthorities(context, renewal);
}

function showAuthorities(
  context: Context,
  { authorities, nextStepAt }: Pick<Renewal, 'authorities' | 'nextStepAt'>,
): void {
  const output = context.output();
  output.rows(authorities, ['id', 'role', 'expires']);
  if (nextStepAt !== null)
    output.note(`The authority is being replaced. The next step is due at ${nextStepAt}: renew again then.`);
}
