// Runs helm and kubeconform on the chart.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../prepare.mjs';
import { withCluster } from './cluster.mjs';

export const CHART = path.join(ROOT, 'deploy/helm/prospecting');
/**
 * The release of every rendering. Its name does not contain that of the chart, as the longest names
 * come about then.
 */
export const RELEASE = 'acme';
export const FULLNAME = 'acme-prospecting';
export const NAMESPACE = 'shop';

/** The Kubernetes of the schemas. `KUBE_VERSION` where kubeconform has another. */
const KUBE_VERSION = process.env.KUBE_VERSION ?? '1.34.0';
/** Before this version Kubernetes cannot pause by itself. */
export const OLD_KUBE_VERSION = '1.29.0';

/**
 * Renders the chart. Returns `{text, resources}`, or `{refusal}` with what helm said.
 * @param values of the chart; secrets are generated without a cluster unless they say otherwise
 * @param options.apiVersions that the cluster has besides its own
 * @param options.cluster the objects that `lookup` finds; without it Helm sees no cluster
 */
export function render(
  values,
  { upgrade = false, kubeVersion = KUBE_VERSION, apiVersions = [], chart = CHART, cluster } = {},
) {
  if (cluster !== undefined && !cluster.address)
    return withCluster(cluster, (address) =>
      render(values, { upgrade, kubeVersion, apiVersions, chart, cluster: { address } }),
    );
  const secrets = { generateWithoutCluster: true, ...values.secrets };
  const argv = ['template', RELEASE, chart, '--namespace', NAMESPACE, '--kube-version', kubeVersion, '--values', '-'];
  const flags = [
    ...(upgrade ? ['--is-upgrade'] : []),
    ...apiVersions.flatMap((each) => ['--api-versions', each]),
    ...(cluster === undefined ? [] : ['--dry-run=server', '--kube-apiserver', cluster.address]),
  ];
  const { status, stdout, stderr } = spawnSync('helm', [...argv, ...flags], {
    // JSON is YAML, and leaves no doubt about `yes` and `1e3`.
    input: JSON.stringify({ ...values, secrets }),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) return { refusal: stderr };
  const resources = parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter((resource) => resource !== null);
  return { text: stdout, resources };
}

/**
 * Returns NOTES.txt. `helm template` does not show it, so a copy of the chart renders it as a
 * resource.
 */
export function renderNotes(values) {
  const copy = mkdtempSync(path.join(tmpdir(), 'chart-'));
  try {
    cpSync(CHART, copy, { recursive: true });
    const notes = readFileSync(path.join(CHART, 'templates/NOTES.txt'), 'utf8');
    const template = `{{- define "notes" }}${notes}{{ end }}\nkind: Notes\ntext: {{ include "notes" . | toJson }}\n`;
    writeFileSync(path.join(copy, 'templates/notes.yaml'), template);
    return render(values, { chart: copy }).resources.find(({ kind }) => kind === 'Notes').text;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Returns true when `helm lint --strict` passes for these values. */
export function lint(values) {
  const argv = ['lint', '--strict', '--quiet', CHART, '--kube-version', KUBE_VERSION, '--values', '-'];
  const { status, stdout, stderr } = spawnSync('helm', argv, { input: JSON.stringify(values), encoding: 'utf8' });
  if (status !== 0) console.error(stdout + stderr);
  return status === 0;
}

/** The schemas of custom resources; those of Kubernetes are kubeconform's default. */
const CRD_SCHEMAS =
  'https://raw.githubusercontent.com/datreeio/CRDs-catalog/main/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json';

/**
 * Returns true when every text is valid Kubernetes. Without a network, `KUBECONFORM_SCHEMAS` is the
 * location of the schemas, and custom resources are skipped where it has none.
 */
export function conforms(texts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'manifests-'));
  try {
    texts.forEach((text, index) => writeFileSync(path.join(folder, `${index}.yaml`), text));
    const own = process.env.KUBECONFORM_SCHEMAS;
    const locations = own === undefined ? ['default', CRD_SCHEMAS] : [own];
    const argv = ['-strict', '-summary', '-kubernetes-version', KUBE_VERSION];
    const skip = own === undefined ? [] : ['-ignore-missing-schemas'];
    const flags = [...skip, ...locations.flatMap((location) => ['-schema-location', location])];
    return spawnSync('kubeconform', [...argv, ...flags, folder], { stdio: 'inherit' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the values of an example of the chart. */
export function readExample(name) {
  return parse(readFileSync(path.join(CHART, 'examples', name), 'utf8'));
}
