import type { Command } from 'commander';
import { findKubernetes, readCertificatesConfig } from '../certificates/config.js';
import { connectSecrets } from '../certificates/kubernetes.js';
import { renewCertificates, type Renewal, type RenewOptions } from '../certificates/renew.js';
import { inspectCertificates } from '../certificates/show.js';
import type { Context } from '../context.js';

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
    .description('make and renew the certificates of the services, as Secrets of Kubernetes');

  command
    .command('renew')
    .description('bring every certificate up to date; repeat it on a schedule, at best every hour')
    .option('--replace-authority', 'make a new authority although the present one has time left')
    .option('--remove-replaced', 'trust a replaced authority no longer than pods use certificates of it')
    .addHelpText('after', VARIABLES_HELP)
    .action(async (options: RenewOptions) => {
      const config = readCertificatesConfig(context.env);
      const secrets = connectSecrets(await findKubernetes(context.env));
      show(context, await renewCertificates(secrets, config, options));
    });

  command
    .command('show')
    .description('show every certificate and authority, and what a renewal would do')
    .addHelpText('after', VARIABLES_HELP)
    .action(async () => {
      const config = readCertificatesConfig(context.env);
      const { certificates, ...rest } = await inspectCertificates(
        connectSecrets(await findKubernetes(context.env)),
        config,
      );
      const output = context.output();
      if (context.wantsJson()) return output.record({ certificates, ...rest });
      output.rows(certificates, ['name', 'secret', 'renewal', 'authority', 'expires']);
      showAuthorities(context, rest);
    });
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
