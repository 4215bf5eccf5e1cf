// npm run image: builds the container image of the product, and prints its name and size. IMAGE
// names it (default: prospecting:<version>); NODE_IMAGE is the base image (default: that of
// deploy/docker/Dockerfile).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, ROOT, run } from './prepare.mjs';

const MEGABYTE = 1_000_000;
/**
 * Unpacked, on the slim base. A larger image is slower to start on a fresh node and carries
 * something that does not run.
 */
const LIMIT_MEGABYTES = 300;

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const image = process.env.IMAGE || `prospecting:${version}`;

const built = run('docker', [
  'build',
  '--file=deploy/docker/Dockerfile',
  `--tag=${image}`,
  ...(process.env.NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${process.env.NODE_IMAGE}`] : []),
  `--build-arg=VERSION=${version}`,
  `--build-arg=REVISION=${revision()}`,
  `--build-arg=CREATED=${created()}`,
  '.',
]);
if (!built) fail('The image could not be built. See the errors above.');

const megabytes = Number(output('docker', ['image', 'inspect', '--format', '{{.Size}}', image])) / MEGABYTE;
console.log(`${image}: ${megabytes.toFixed(0)} MB unpacked`);
if (megabytes > LIMIT_MEGABYTES)
  fail(`That is more than ${LIMIT_MEGABYTES} MB. \`docker history ${image}\` shows the layers.`);

/** The commit, marked when the working tree differs from it. */
function revision() {
  const commit = output('git', ['rev-parse', 'HEAD']);
  if (commit === '') return 'unknown';
  return output('git', ['status', '--porcelain']) === '' ? commit : `${commit}-dirty`;
}

/** The time of the commit, not of the build: the same commit makes the same image again. */
function created() {
  const seconds = process.env.SOURCE_DATE_EPOCH || output('git', ['log', '-1', '--format=%ct']) || '0';
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}

/** Returns what a program prints. Empty when it fails or does not exist. */
function output(program, argv) {
  const { status, stdout } = spawnSync(program, argv, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}
