import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type Fields, fieldsOf, listOf, textOf } from './reading.ts';
import type { Sandbox, SandboxOptions } from './start.ts';
import { startSandbox } from './start.ts';

/** Shared by the tests of this folder: a sandbox on free ports and an HTTP caller. */

export const redirectUri = 'http://localhost:4199/callback';
export const legacySeller = 182_440_771;
export const newModelSeller = 206_946_886;
export const storesSeller = 448_120_305;
export const operator = 512_880_140;

export const startForTest = (options: Partial<SandboxOptions> = {}): Promise<Sandbox> =>
  startSandbox({
    httpPort: 0,
    smtpPort: 0,
    clientId: '1000',
    clientSecret: 'secret',
    redirectUri,
    notifyUrl: '',
    notifyRetries: [5, 5],
    fetchPictures: false,
    ...options,
  });

export type Reply = { status: number; body: Fields; list: Fields[]; headers: Headers; bytes: Buffer };

export const readReply = async (response: Response): Promise<Reply> => {
  const bytes = Buffer.from(await response.arrayBuffer());
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch {
    // Files and pages are read through `bytes`.
  }
  const list = Array.isArray(parsed) ? parsed.map(fieldsOf) : [];
  return { status: response.status, body: fieldsOf(parsed), list, headers: response.headers, bytes };
};

const verifier = 'a-long-enough-verifier-of-more-than-forty-three-characters';

const pkce = {
  verifier,
  challenge: createHash('sha256').update(verifier).digest('base64url'),
};

/** Presses a button of the consent page; answers where the browser is sent. */
export const decide = async (sandbox: Sandbox, userId: number, changes: Record<string, string> = {}) => {
  const form = new URLSearchParams({
    response_type: 'code',
    client_id: '1000',
    redirect_uri: redirectUri,
    state: 'state-1',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    user_id: String(userId),
    decision: 'approve',
    ...changes,
  });
  const path = '/mercado-livre-auth/authorization';
  const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', body: form, redirect: 'manual' });
  const location = response.headers.get('location');
  return { status: response.status, target: location === null ? null : new URL(location) };
};

export const tokenCall = async (sandbox: Sandbox, fields: Record<string, string>): Promise<Reply> => {
  const form = new URLSearchParams({ client_id: '1000', client_secret: 'secret', ...fields });
  return readReply(await fetch(`${sandbox.url}/mercado-livre/oauth/token`, { method: 'POST', body: form }));
};

export const exchange = (sandbox: Sandbox, code: string, changes: Record<string, string> = {}) =>
  tokenCall(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: pkce.verifier,
    ...changes,
  });

export const connect = async (sandbox: Sandbox, userId: number): Promise<Fields> => {
  const { target } = await decide(sandbox, userId);
  const reply = await exchange(sandbox, target?.searchParams.get('code') ?? '');
  return reply.body;
};

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export const callWith =
  (sandbox: Sandbox, token: string): Caller =>
  async (method, path, body, headers = {}) => {
    const json = body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' };
    const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await fetch(`${sandbox.url}/mercado-livre${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...json, ...headers },
      ...(payload === undefined
        ? {}
        : { body: Buffer.isBuffer(payload) ? new Uint8Array(payload) : payload }),
    });
    return readReply(response);
  };

export const callerFor = async (sandbox: Sandbox, userId: number): Promise<Caller> =>
  callWith(sandbox, textOf((await connect(sandbox, userId)).access_token) ?? '');

export const control = async (
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> =>
  readReply(
    await fetch(`${sandbox.control}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }),
  );

const packageAttributes = [
  { id: 'SELLER_PACKAGE_HEIGHT', value_name: '12 cm' },
  { id: 'SELLER_PACKAGE_WIDTH', value_name: '12 cm' },
  { id: 'SELLER_PACKAGE_LENGTH', value_name: '20 cm' },
  { id: 'SELLER_PACKAGE_WEIGHT', value_name: '420 g' },
];

export const ordinaryAttributes = [
  { id: 'BRAND', value_name: 'Simula' },
  { id: 'MODEL', value_name: 'Esmaltada 350' },
  ...packageAttributes,
];

const common = {
  category_id: 'MLB269653',
  currency_id: 'BRL',
  buying_mode: 'buy_it_now',
  condition: 'new',
  listing_type_id: 'gold_special',
  pictures: [{ source: 'http://127.0.0.1:9/caneca.jpg' }],
};

export const legacyDraft = (changes: Fields = {}): Fields => ({
  ...common,
  title: 'Caneca Esmaltada 350 Ml',
  attributes: ordinaryAttributes,
  variations: [
    {
      price: 49.9,
      available_quantity: 6,
      attribute_combinations: [{ id: 'COLOR', value_name: 'Preto' }],
      attributes: [
        { id: 'SELLER_SKU', value_name: 'CAN-PR' },
        { id: 'GTIN', value_name: '7891000315507' },
      ],
    },
    {
      price: 49.9,
      available_quantity: 4,
      attribute_combinations: [{ id: 'COLOR', value_name: 'Branco' }],
      attributes: [
        { id: 'SELLER_SKU', value_name: 'CAN-BR' },
        { id: 'EMPTY_GTIN_REASON', value_id: '17055160' },
      ],
    },
  ],
  ...changes,
});

export const singleDraft = (changes: Fields = {}): Fields => ({
  ...common,
  title: 'Caneca Esmaltada Lisa',
  price: 49.9,
  available_quantity: 5,
  attributes: [
    ...ordinaryAttributes,
    { id: 'EMPTY_GTIN_REASON', value_id: '17055160' },
    { id: 'SELLER_SKU', value_name: 'CAN-1' },
  ],
  ...changes,
});

export const newModelDraft = (color: string, changes: Fields = {}): Fields => ({
  ...common,
  family_name: 'Caneca Esmaltada',
  price: 49.9,
  available_quantity: 5,
  attributes: [
    ...ordinaryAttributes,
    { id: 'COLOR', value_name: color },
    { id: 'EMPTY_GTIN_REASON', value_id: '17055160' },
    { id: 'SELLER_SKU', value_name: `CAN-${color}` },
  ],
  ...changes,
});

/** Publishes and lets the pictures arrive. */
export const publish = async (sandbox: Sandbox, call: Caller, draft: Fields): Promise<Fields> => {
  const { status, body } = await call('POST', '/items', draft);
  if (status !== 201) throw new Error(`not published: ${JSON.stringify(body)}`);
  await control(sandbox, 'PATCH', `/items/${textOf(body.id)}`, { pictures: 'ready' });
  return body;
};

export const noGtin = { id: 'EMPTY_GTIN_REASON', value_id: '17055160' };

export const attributesWithout = (id: string): { id: string; value_name: string }[] =>
  ordinaryAttributes.filter((entry) => entry.id !== id);

export const causeIds = (body: Fields): unknown[] =>
  listOf(body.cause).map((entry) => fieldsOf(entry).cause_id);

export const variationIds = (item: Fields): unknown[] =>
  listOf(item.variations).map((entry) => fieldsOf(entry).id);

export const readItem = async (call: Caller, item: Fields): Promise<Fields> =>
  (await call('GET', `/items/${item.id}?include_attributes=all`)).body;

/** The authorized NF-e of a shipment, changed if the test needs an error. */
export const sendInvoice = async (
  sandbox: Sandbox,
  call: Caller,
  shipmentId: unknown,
  change: (xml: string) => string = (xml) => xml,
): Promise<Reply> => {
  const { bytes } = await control(sandbox, 'GET', `/shipments/${shipmentId}/nfe`);
  const xml = Buffer.from(change(bytes.toString('utf8')));
  return call('POST', `/shipments/${shipmentId}/invoice_data/?siteId=MLB`, xml, {
    'content-type': 'application/xml',
  });
};

export type Receiver = {
  url: string;
  /** Notifications in the order of arrival. */
  received: Fields[];
  /** The same with their bytes and headers, and their paths below the host. */
  letters: { path: string; bytes: Buffer; headers: IncomingHttpHeaders }[];
  answers: (manner: 'ok' | 'error' | 'silence') => void;
  close: () => void;
};

/** Takes the place of the registered application's notification address. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Fields[] = [];
  const letters: Receiver['letters'] = [];
  let manner = 'ok';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      letters.push({ path: request.url ?? '', bytes, headers: request.headers });
      received.push(fieldsOf(JSON.parse(bytes.toString())));
      if (manner === 'silence') return;
      response.statusCode = manner === 'ok' ? 200 : 500;
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  return {
    url: `http://127.0.0.1:${port}/notifications`,
    received,
    letters,
    answers: (next) => {
      manner = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const buyThrough = async (sandbox: Sandbox, body: Fields) => {
  const { status, body: bought } = await control(sandbox, 'POST', '/purchases', body);
  return { status, bought, order: fieldsOf(listOf(bought.orders)[0]) };
};

/** A published item of five, two of them sold. */
export const sellTwo = async (sandbox: Sandbox, call: Caller, changes: Fields = {}) => {
  const item = await publish(sandbox, call, singleDraft());
  const { order } = await buyThrough(sandbox, { itemId: item.id, quantity: 2, ...changes });
  return { item, order };
};

/** A sandbox that notifies this receiver, and a seller in it. */
export async function startWithReceiver(userId: number) {
  const receiver = await startReceiver();
  const sandbox = await startForTest({ notifyUrl: receiver.url });
  const call = await callerFor(sandbox, userId);
  const close = async () => {
    await sandbox.close();
    receiver.close();
  };
  return { receiver, sandbox, call, close };
}
