import { readDevelopmentKey } from './development-secrets.ts';

/** What is fit for development and not for production: one line for each. */
export function refuseUnsafeProduction(
  values: Readonly<{ SECRET_KEY: Buffer; APP_URL: string }>,
  dataDir: string,
  flags: { vite: boolean },
  problems: string[],
): void {
  const development = readDevelopmentKey(dataDir);
  if (development !== undefined && Buffer.from(development, 'base64').equals(values.SECRET_KEY)) {
    problems.push('SECRET_KEY: is the one made for development');
  }
  const { protocol, hostname } = new URL(values.APP_URL);
  if (protocol !== 'https:' && hostname !== 'localhost') {
    problems.push('APP_URL: must be https (or localhost)');
  }
  if (flags.vite) problems.push('--vite: only in development');
}
