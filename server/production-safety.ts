import { readDevelopmentKey } from './development-secrets.ts';

/** What is fit for development and not for production: one line for each. */
export function refuseUnsafeProduction(
  values: Readonly<{ SECRET_KEY: Buffer; APP_URL: string }>,
  addresses: Readonly<Record<string, unknown>>,
  plaintextHosts: readonly string[],
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
  for (const [name, address] of Object.entries(addresses)) {
    if (name === 'APP_URL' || typeof address !== 'string' || !isPlaintext(address, plaintextHosts)) continue;
    problems.push(
      `${name}: would be sent unencrypted to ${hostOf(new URL(address))}; use TLS, or name the host in PLAINTEXT_HOSTS where it is of your own network`,
    );
  }
  if (flags.vite) problems.push('--vite: only in development');
}

const loopback = new Set(['localhost', '127.0.0.1', '::1', '']);
const encryptingModes = ['require', 'verify-ca', 'verify-full'];

/** The host that is connected to: drivers of PostgreSQL take a parameter before the one in the address. */
function hostOf({ protocol, hostname, searchParams }: URL): string {
  const named = /^postgres/.test(protocol) ? searchParams.getAll('host').at(-1) : undefined;
  // A socket of this machine.
  return named?.startsWith('/') ? '' : (named ?? hostname);
}

const bareHost = (host: string) =>
  host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');

/** Whether what is sent there can be read on the way: by its scheme, and what its parameters ask for beside it. */
function isPlaintext(address: string, plaintextHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const { protocol, searchParams } = url;
  const host = bareHost(hostOf(url));
  if (loopback.has(host) || plaintextHosts.some((one) => one !== '' && bareHost(one) === host)) return false;
  switch (protocol) {
    case 'http:':
      return true;
    case 'smtp:':
      return searchParams.get('requireTLS') !== 'true' || searchParams.has('ignoreTLS');
    case 'postgres:':
    case 'postgresql:':
      return !encryptingModes.includes(searchParams.getAll('sslmode').at(-1) ?? '');
    default:
      return false;
  }
}

export function isNotPlaceholder(text: string): boolean {
  return !/change.?me|example|placeholder|^(secret|password|default|test)|^(.)\2+$/i.test(text);
}
