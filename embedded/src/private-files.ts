import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from './postgres/index.js';

/** Writes a file that only its owner may read, whole or not at all. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, file);
}

/** The content without its last line break; undefined when there is no such file. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trimEnd();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A secret that is drawn once and kept: 43 characters of base64url. */
export async function ensureSecret(file: string): Promise<string> {
  const kept = await readPrivateFile(file);
  if (kept !== undefined && kept !== '') return kept;
  const secret = randomBytes(32).toString('base64url');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, `${secret}\n`);
  return secret;
}
