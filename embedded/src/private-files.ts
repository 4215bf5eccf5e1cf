import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from './postgres/index.js';

/** Writes a file atomically. Only its owner can read it. */
export async function writePrivateFile(file: string, content: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, file);
}

/** Returns the content without its last line break, or undefined when the file does not exist. */
export async function readPrivateFile(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trimEnd();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the secret in a file. Creates the file with 43 random characters when it is missing. */
export async function ensureSecret(file: string): Promise<string> {
  const existing = await readPrivateFile(file);
  if (existing !== undefined && existing !== '') return existing;
  const secret = randomBytes(32).toString('base64url');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, `${secret}\n`);
  return secret;
}
