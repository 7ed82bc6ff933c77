import { startSandbox } from './start.ts';

const { env } = process;

const portOf = (text: string | undefined, fallback: number): number => {
  const port = Number(text ?? fallback);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Error(`not a port: ${text}`);
};

const sandbox = await startSandbox({
  httpPort: portOf(env.SANDBOX_PORT, 3100),
  smtpPort: portOf(env.SANDBOX_SMTP_PORT, 3125),
  dataDir: env.DATA_DIR ?? './data',
  clientId: env.SANDBOX_CLIENT_ID ?? '1000',
  clientSecret: env.SANDBOX_CLIENT_SECRET ?? 'sandbox-secret',
  redirectUri: env.SANDBOX_REDIRECT_URI ?? 'http://localhost:3000/marketplaces/account/list',
  notifyUrl: env.SANDBOX_NOTIFY_URL ?? '',
  nuvemshop: {
    clientId: env.SANDBOX_NUVEMSHOP_CLIENT_ID,
    clientSecret: env.SANDBOX_NUVEMSHOP_CLIENT_SECRET,
    redirectUri: env.SANDBOX_NUVEMSHOP_REDIRECT_URI,
    privacyUrl: env.SANDBOX_NUVEMSHOP_PRIVACY_URL,
  },
  shopee: {
    partnerId: env.SANDBOX_SHOPEE_PARTNER_ID,
    partnerKey: env.SANDBOX_SHOPEE_PARTNER_KEY,
    redirectUri: env.SANDBOX_SHOPEE_REDIRECT_URI,
    notifyUrl: env.SANDBOX_SHOPEE_NOTIFY_URL,
  },
});

// The parent process waits for it.
process.send?.('ready');
process.stdout.write(`sandbox at ${sandbox.url}, mail on port ${sandbox.smtpPort}\n`);

// Writes acknowledged data to disk, however this process ends.
process.once('exit', () => sandbox.world.flush());

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  void sandbox.close().then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// Started as a child process: ends when its parent is gone.
if (process.send !== undefined) process.on('disconnect', stop);
