import { parseArgs } from 'node:util';

export const USAGE =
  'usage: npm run test:kind [-- --existing] [--keep] [--only <disruption>…]\n' +
  '  --existing   take the cluster of KUBECONFIG; default: make one, and delete it at the end\n' +
  '  --keep       leave the cluster and the release as they are at the end\n' +
  '  --only NAME  only this part: `promises` or a disruption; several times for several';

export interface KindOptions {
  readonly existing: boolean;
  readonly keep: boolean;
  /** The parts to run, in their own order. Undefined: all. */
  readonly only: ReadonlySet<string> | undefined;
  readonly images: Images;
}

/** The images of a run. Each is on this machine, or is built. */
export interface Images {
  /** Undefined: kind's own default. */
  readonly kindNode: string | undefined;
  /** The product's image, where it is built already. Undefined: it is built. */
  readonly product: string | undefined;
  /** Base of the product's image. Undefined: the default of the Dockerfile. */
  readonly node: string | undefined;
  readonly postgres: string;
  readonly redis: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the command line. Throws an error that names what is wrong. */
export function readOptions(argv: readonly string[], environment: Environment, parts: readonly string[]): KindOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      existing: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
    },
  });
  // `--only one two` and `--only one --only two` are the same.
  const [stray] = values.only === undefined ? positionals : [];
  if (stray !== undefined) throw new TypeError(`unexpected argument: ${stray}`);
  const only = values.only === undefined ? undefined : new Set([...values.only, ...positionals]);
  for (const name of only ?? []) {
    if (!parts.includes(name)) throw new TypeError(`there is no part ${name}; parts are ${parts.join(', ')}`);
  }
  const given = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name]);
  return {
    existing: values.existing,
    keep: values.keep,
    only,
    images: {
      kindNode: given('KIND_NODE_IMAGE'),
      product: given('IMAGE'),
      node: given('NODE_IMAGE'),
      postgres: given('POSTGRES_IMAGE') ?? 'postgres:18',
      redis: given('REDIS_IMAGE') ?? 'redis:8',
    },
  };
}
