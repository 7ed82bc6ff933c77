import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EnvironmentError } from './environment-error.ts';

/** One random key per data folder; what the sandbox shares with the app is derived from it. */
export function readOrMakeSecrets(dataDir: string) {
  const file = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  try {
    const made = JSON.stringify({ secretKey: randomBytes(32).toString('base64') });
    writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secretKey = readDevelopmentKey(dataDir);
  if (secretKey === undefined) {
    throw new EnvironmentError(`${file} is damaged. Delete it to have new secrets made.`);
  }
  const derive = (purpose: string) =>
    createHmac('sha256', secretKey).update(purpose).digest('hex').slice(0, 32);
  return {
    secretKey,
    clientSecret: derive('sandbox client'),
    notificationSecret: derive('sandbox notifications'),
  };
}

export function readDevelopmentKey(dataDir: string): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    return z.object({ secretKey: z.string() }).parse(content).secretKey;
  } catch {
    return undefined;
  }
}
