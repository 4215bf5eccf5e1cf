import type { Command } from 'commander';
import type { Context } from '../context.js';
import { CommandError } from '../errors.js';
import { examples } from '../help.js';
import type { Finding, Level } from '../doctor/finding.js';

const HELP = `
Checks what this machine can reach, beside each other and for 10 s at most, and changes nothing:
  configuration   variables, the files that they name, and admin.json with its permissions
  admin address   name, port, TLS, readiness of the service, token, clock
  databases       those of PROSPECT_DATABASE_URL or admin.json, and of MIGRATION_…_DATABASE_URL:
                  version, roles, rights, migrations, indexes, clock
  certificates    of the admin address, of files that GRPC_TLS_… and database URLs name, and, with
                  CERTIFICATE_NAMES in a pod, of the services
  Redis           of REDIS_URL, if it is set
It prints no secret. Exits 1 if it finds a failure; a warning is no failure.`;

const MARKS: Readonly<Record<Level, string>> = { ok: 'ok     ', warning: 'warning', failure: 'FAILURE' };

/** Adds `prospect doctor`. */
export function addDoctorCommand(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('check configuration, addresses, databases, clocks and certificates, and say what to do')
    .addHelpText(
      'after',
      examples(
        'prospect doctor',
        '# also schemas and rights of all services',
        'MIGRATION_DATABASE_URL_FILE=/run/secrets/database-url prospect doctor --json',
      ),
    )
    .addHelpText('after', HELP)
    .action(async () => {
      const { examine } = await import('../doctor/doctor.js');
      const findings = await examine(context);
      const count = (level: Level): number => findings.filter((each) => each.level === level).length;
      const counts = { ok: count('ok'), warnings: count('warning'), failures: count('failure') };
      if (context.wantsJson()) context.output().record({ findings, ...counts });
      else context.streams.stdout.write(findings.map(toLines).join(''));
      const { failures } = counts;
      if (failures > 0) throw new CommandError(`the doctor found ${failures} failure${failures === 1 ? '' : 's'}`);
    });
}

function toLines({ check, level, found, advice }: Finding): string {
  const next = advice === null ? '' : `${' '.repeat(MARKS.ok.length)}  → ${advice}\n`;
  return `${MARKS[level]}  ${check}: ${found}\n${next}`;
}
