import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type MarketplaceId, marketplaceIds } from '#contract/marketplaces/marketplace.ts';
import { readOrMakeSecrets } from './development-secrets.ts';
import { EnvironmentError } from './environment-error.ts';
import type { S3Settings } from './outside/storage-s3.ts';
import { isNotPlaceholder, refuseUnsafeProduction } from './production-safety.ts';

/** The environment variables, parsed once. docs/operations.md describes each. */
export type Environment = Readonly<{
  mode: 'development' | 'production';
  port: number;
  /** The address to listen at; absent: all. */
  host: string | undefined;
  /** Public origin, without a trailing slash: the host of every link in a mail. */
  appUrl: string;
  dataDir: string;
  /** Another PostgreSQL: the application's login, and its owner where this process migrates; absent: the embedded one. */
  database: Readonly<{ loginUrl: string; ownerUrl: string | undefined }> | undefined;
  poolSize: number;
  /** Requests a minute: of one session (or address, without one), and of all sessions of one business together. */
  limits: Readonly<{ perSession: number; perBusiness: number }>;
  web: boolean;
  worker: boolean;
  /** Seed the demo into an empty database. */
  demo: boolean;
  /** Serve the browser's sources through Vite instead of the built files. */
  viteMiddleware: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  tokenHeader: string;
  /** The token for `/metrics`; if absent, the path does not exist. */
  metricsToken: string | undefined;
  /** Addresses whose `X-Forwarded-For` is believed; limits count by the address it names. */
  trustedProxies: string[];
  /** At least 32 bytes; derive one key per purpose, never use it raw. */
  secretKey: Buffer;
  mail: Readonly<{ smtpUrl: string; from: string }>;
  /** The store of images, proofs, labels and NF-e: a folder, or a bucket if one is configured. */
  storage: Readonly<{ folder: string; s3: S3Settings | undefined }>;
  zipCode: Readonly<{ viaCepUrl: string; brasilApiUrl: string }>;
  mercadoLivre: Readonly<{
    apiUrl: string;
    authUrl: string;
    clientId: string;
    clientSecret: string;
    /** The screen that the consent page sends the browser back to, with `code` and `state`. */
    redirectUri: string;
    /** Last segment of the notification path, because Mercado Livre does not sign notifications. */
    notificationSecret: string;
    /** For one call, from connecting to the last byte of its answer. */
    timeoutMs: number;
  }>;
  /** Those with which accounts can be connected here. */
  offeredMarketplaces: readonly MarketplaceId[];
  nuvemshop: Readonly<{
    apiUrl: string;
    authUrl: string;
    clientId: string;
    /** Signs its notifications. */
    clientSecret: string;
    /** Who calls and how to reach them: it answers nobody else. */
    userAgent: string;
    /** Where it tells us of a store. */
    notifyUrl: string;
    timeoutMs: number;
  }>;
  shopee: Readonly<{
    apiUrl: string;
    partnerId: string;
    partnerKey: string;
    redirectUri: string;
    notifyUrl: string;
    timeoutMs: number;
  }>;
  /** Webhooks may go to this machine, without TLS; only in development. */
  webhooksToLoopback: boolean;
  /** The stand-ins for the outside; only in development. */
  sandbox: Readonly<{ port: number; smtpPort: number; url: string }> | undefined;
}>;

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const postgres = z.url({ protocol: /^postgres(ql)?$/ });
const secret = z.string().min(16, 'must have at least 16 characters').refine(isNotPlaceholder, {
  message: 'is a placeholder, not a secret',
});

const key = z.string().transform((text, context) => {
  const bytes = /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length < 32) context.addIssue('must be at least 32 bytes in hex or base64');
  else if (new Set(bytes).size < 16) context.addIssue('is not random');
  return bytes;
});

/** Variables that development generates and production requires. */
const required = z.object({
  SECRET_KEY: key,
  APP_URL: url,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  VIA_CEP_URL: url,
  BRASIL_API_URL: url,
  MERCADO_LIVRE_API: url,
  MERCADO_LIVRE_AUTH: url,
  MERCADO_LIVRE_CLIENT_ID: z.string().min(1).refine(isNotPlaceholder, 'is a placeholder'),
  MERCADO_LIVRE_CLIENT_SECRET: secret,
  MERCADO_LIVRE_NOTIFICATION_SECRET: secret.regex(/^[\w-]+$/, 'may only have letters, digits, _ and -'),
});

const nuvemshop = z.object({
  NUVEMSHOP_API: url,
  NUVEMSHOP_AUTH: url,
  NUVEMSHOP_CLIENT_ID: z.string().regex(/^\d{1,20}$/, 'is the number of the application'),
  NUVEMSHOP_CLIENT_SECRET: secret,
});

const shopee = z.object({
  SHOPEE_API: url,
  SHOPEE_CLIENT_ID: z.string().regex(/^\d{1,20}$/, 'is the number of the partner'),
  SHOPEE_CLIENT_SECRET: secret,
});

const optional = z.object({
  EASY_MODE: z.enum(['development', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.union([z.ipv4(), z.ipv6()]).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_OWNER_URL: postgres.optional(),
  // More is not faster: decision 026.
  POOL_SIZE: z.coerce.number().int().min(2).max(500).default(8),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  BUSINESS_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(6000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TOKEN_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
    .default('Authorization'),
  PLAINTEXT_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((host) => host.trim())),
  METRICS_TOKEN: secret.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .optional(),
  S3_BUCKET: z.string().min(3).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  WEBHOOKS_TO_LOOPBACK: z.stringbool().default(false),
  MERCADO_LIVRE_TIMEOUT_MS: z.coerce.number().int().min(50).max(5000).default(5000),
  NUVEMSHOP_TIMEOUT_MS: z.coerce.number().int().min(50).max(5000).default(5000),
  SHOPEE_TIMEOUT_MS: z.coerce.number().int().min(50).max(5000).default(5000),
  SANDBOX_PORT: port.optional(),
  SANDBOX_SMTP_PORT: port.optional(),
});

/** The given values of known variables. */
const addressesIn = (given: Variables) =>
  Object.fromEntries(
    [required, optional, nuvemshop, shopee]
      .flatMap(({ shape }) => Object.keys(shape))
      .map((name) => [name, given[name]]),
  );

type Variables = Readonly<Record<string, string | undefined>>;

/** Throws `EnvironmentError` with one line for every variable or flag that is wrong. */
export function readEnvironment(
  argv: readonly string[] = process.argv.slice(2),
  variables: Variables = process.env,
): Environment {
  const problems: string[] = [];
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const flags = parseFlags(argv);
  const plain = parse(optional, given, problems);
  if (plain === undefined) throw problemsFound(problems);

  if (plain.DATABASE_OWNER_URL && !plain.DATABASE_URL)
    problems.push('DATABASE_URL: is missing, the login of the application beside its owner');
  const s3 = readS3(plain, problems);
  const production = plain.EASY_MODE === 'production';
  const dataDir = resolve(plain.DATA_DIR);
  const sandbox = production ? undefined : sandboxAddresses(plain);
  const madeUp = sandbox ? developmentValues(plain.PORT, sandbox, readOrMakeSecrets(dataDir)) : {};
  const values = parse(required, { ...madeUp, ...given }, problems);
  const store = readOffered(nuvemshop, withoutNuvemshop(), { ...madeUp, ...given }, problems);
  const shop = readOffered(shopee, withoutShopee(), { ...madeUp, ...given }, problems);
  if (production && plain.WEBHOOKS_TO_LOOPBACK) problems.push('WEBHOOKS_TO_LOOPBACK: only in development');
  if (production && values)
    refuseUnsafeProduction(values, addressesIn(given), plain.PLAINTEXT_HOSTS, dataDir, flags, problems);
  if (!values || !store || !shop || problems.length > 0) throw problemsFound(problems);

  return {
    mode: plain.EASY_MODE,
    port: plain.PORT,
    host: plain.HOST,
    appUrl: values.APP_URL,
    dataDir,
    database: plain.DATABASE_URL
      ? { loginUrl: plain.DATABASE_URL, ownerUrl: plain.DATABASE_OWNER_URL }
      : undefined,
    poolSize: plain.POOL_SIZE,
    limits: { perSession: plain.REQUESTS_PER_MINUTE, perBusiness: plain.BUSINESS_REQUESTS_PER_MINUTE },
    web: flags.web || !flags.worker,
    worker: flags.worker || !flags.web,
    demo: !production && !flags.empty,
    viteMiddleware: flags.vite,
    logLevel: plain.LOG_LEVEL,
    tokenHeader: plain.TOKEN_HEADER,
    metricsToken: plain.METRICS_TOKEN,
    trustedProxies: plain.TRUSTED_PROXIES ?? (production ? ['127.0.0.1', '::1'] : []),
    secretKey: values.SECRET_KEY,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    storage: { folder: join(dataDir, 'files'), s3 },
    zipCode: { viaCepUrl: values.VIA_CEP_URL, brasilApiUrl: values.BRASIL_API_URL },
    mercadoLivre: {
      apiUrl: values.MERCADO_LIVRE_API,
      authUrl: values.MERCADO_LIVRE_AUTH,
      clientId: values.MERCADO_LIVRE_CLIENT_ID,
      clientSecret: values.MERCADO_LIVRE_CLIENT_SECRET,
      redirectUri: `${values.APP_URL}/marketplaces/account/list`,
      notificationSecret: values.MERCADO_LIVRE_NOTIFICATION_SECRET,
      timeoutMs: plain.MERCADO_LIVRE_TIMEOUT_MS,
    },
    offeredMarketplaces: marketplaceIds.filter(
      (id) => !{ nuvemshop: !store.isOffered, shopee: !shop.isOffered, 'mercado-livre': false }[id],
    ),
    nuvemshop: {
      apiUrl: store.NUVEMSHOP_API,
      authUrl: store.NUVEMSHOP_AUTH,
      clientId: store.NUVEMSHOP_CLIENT_ID,
      clientSecret: store.NUVEMSHOP_CLIENT_SECRET,
      userAgent: `Easy (${/<([^>]+)>/.exec(values.MAIL_FROM)?.[1] ?? values.MAIL_FROM})`,
      notifyUrl: `${values.APP_URL}/api/notifications/nuvemshop/${store.NUVEMSHOP_CLIENT_ID}`,
      timeoutMs: plain.NUVEMSHOP_TIMEOUT_MS,
    },
    shopee: {
      apiUrl: shop.SHOPEE_API,
      partnerId: shop.SHOPEE_CLIENT_ID,
      partnerKey: shop.SHOPEE_CLIENT_SECRET,
      redirectUri: `${values.APP_URL}/marketplaces/account/list`,
      notifyUrl: `${values.APP_URL}/api/notifications/shopee/${shop.SHOPEE_CLIENT_ID}`,
      timeoutMs: plain.SHOPEE_TIMEOUT_MS,
    },
    webhooksToLoopback: plain.WEBHOOKS_TO_LOOPBACK,
    sandbox,
  };
}

/** All of it or nothing: without an application there it is not offered, and its secret known to nobody. */
function readOffered<S extends z.ZodObject>(
  schema: S,
  none: Record<keyof S['shape'], string>,
  given: Variables,
  problems: string[],
) {
  const isOffered = Object.keys(schema.shape).some((name) => given[name] !== undefined);
  const values = parse(schema, isOffered ? given : none, problems);
  return values && { ...values, isOffered };
}

const withoutNuvemshop = () => ({
  NUVEMSHOP_API: 'https://api.nuvemshop.com.br',
  NUVEMSHOP_AUTH: 'https://www.nuvemshop.com.br',
  NUVEMSHOP_CLIENT_ID: '0',
  NUVEMSHOP_CLIENT_SECRET: randomBytes(32).toString('hex'),
});

const withoutShopee = () => ({
  SHOPEE_API: 'https://openplatform.shopee.com.br',
  SHOPEE_CLIENT_ID: '0',
  SHOPEE_CLIENT_SECRET: randomBytes(32).toString('hex'),
});

/** A bucket needs both keys; keys without a bucket are a bucket forgotten. */
function readS3(plain: z.output<typeof optional>, problems: string[]): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = plain;
  if (!bucket && !accessKeyId && !secretAccessKey && !plain.S3_ENDPOINT) return undefined;
  if (bucket && accessKeyId && secretAccessKey)
    return { bucket, accessKeyId, secretAccessKey, region: plain.S3_REGION, endpoint: plain.S3_ENDPOINT };
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
    if (!plain[name]) problems.push(`${name}: is missing`);
  return undefined;
}

function parseFlags(argv: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args: [...argv], options: { web: flag, worker: flag, empty: flag, vite: flag } })
      .values;
  } catch (error) {
    throw problemsFound([error instanceof Error ? error.message : String(error)]);
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, problems: string[]): z.output<T> | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const absent = issue.code === 'invalid_type' && issue.input === undefined;
    problems.push(`${issue.path.join('.')}: ${absent ? 'is missing' : issue.message}`);
  }
  return undefined;
}

function problemsFound(problems: readonly string[]): EnvironmentError {
  return new EnvironmentError(
    `Cannot start, the configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}\n` +
      'docs/operations.md lists every variable.',
  );
}

/** Far from PORT, so that copies on 3000, 3001, … run side by side without telling them more. */
function sandboxAddresses(plain: z.output<typeof optional>) {
  const shift = plain.PORT + 20_000 > 65_535 ? -10_000 : 10_000;
  const sandboxPort = plain.SANDBOX_PORT ?? plain.PORT + shift;
  const smtpPort = plain.SANDBOX_SMTP_PORT ?? plain.PORT + 2 * shift;
  return { port: sandboxPort, smtpPort, url: `http://localhost:${sandboxPort}` };
}

function developmentValues(
  appPort: number,
  sandbox: { smtpPort: number; url: string },
  secrets: Record<'secretKey' | 'clientSecret' | 'notificationSecret', string>,
) {
  return {
    SECRET_KEY: secrets.secretKey,
    APP_URL: `http://localhost:${appPort}`,
    SMTP_URL: `smtp://localhost:${sandbox.smtpPort}`,
    MAIL_FROM: 'Easy <nao-responda@easy.local>',
    VIA_CEP_URL: sandbox.url,
    BRASIL_API_URL: sandbox.url,
    MERCADO_LIVRE_API: sandbox.url,
    MERCADO_LIVRE_AUTH: sandbox.url,
    MERCADO_LIVRE_CLIENT_ID: '1000000000000001',
    MERCADO_LIVRE_CLIENT_SECRET: secrets.clientSecret,
    MERCADO_LIVRE_NOTIFICATION_SECRET: secrets.notificationSecret,
    NUVEMSHOP_API: `${sandbox.url}/nuvemshop`,
    NUVEMSHOP_AUTH: `${sandbox.url}/nuvemshop-auth`,
    NUVEMSHOP_CLIENT_ID: '5001',
    NUVEMSHOP_CLIENT_SECRET: secrets.clientSecret,
    SHOPEE_API: `${sandbox.url}/shopee`,
    SHOPEE_CLIENT_ID: '2001887',
    SHOPEE_CLIENT_SECRET: secrets.clientSecret,
  };
}
