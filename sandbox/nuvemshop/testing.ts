import { createHmac } from 'node:crypto';
import { type Fields, textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import type { Caller, Reply } from '../testing.ts';
import { control, readReply, startForTest, startReceiver } from '../testing.ts';

/** Shared by the tests of this folder: stores, their tokens and HTTP callers. */

export const simpleStore = 2_451_880;
export const twoPlaceStore = 3_902_114;

export const userAgent = 'Easy (contato@easy.example)';

/** Presses a button of the consent page; answers where the browser is sent. */
export const decideIn = async (sandbox: Sandbox, storeId: number, changes: Record<string, string> = {}) => {
  const form = new URLSearchParams({
    store_id: String(storeId),
    state: 's-1',
    decision: 'approve',
    ...changes,
  });
  const url = `${sandbox.url}/nuvemshop-auth/apps/1000/authorize`;
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  const location = response.headers.get('location');
  return { status: response.status, target: location === null ? null : new URL(location) };
};

export const codeIn = async (sandbox: Sandbox, storeId: number): Promise<string> =>
  (await decideIn(sandbox, storeId)).target?.searchParams.get('code') ?? '';

export const exchangeIn = async (sandbox: Sandbox, code: string, changes: Fields = {}): Promise<Reply> =>
  readReply(
    await fetch(`${sandbox.url}/nuvemshop-auth/apps/authorize/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: '1000',
        client_secret: 'secret',
        grant_type: 'authorization_code',
        code,
        ...changes,
      }),
    }),
  );

/** `null` takes a header away. */
export const storeCaller =
  (sandbox: Sandbox, storeId: number, token: string, version = '2025-03'): Caller =>
  async (method, path, body, headers = {}) => {
    const sent: Record<string, string> = {
      authentication: `bearer ${token}`,
      'user-agent': userAgent,
      ...(body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    };
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${sandbox.url}/nuvemshop/${version}/${storeId}${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: payload }),
    });
    return readReply(response);
  };

export const tokenFor = async (sandbox: Sandbox, storeId: number): Promise<string> => {
  const reply = await exchangeIn(sandbox, await codeIn(sandbox, storeId));
  return textOf(reply.body.access_token) ?? '';
};

export const callerIn = async (sandbox: Sandbox, storeId: number): Promise<Caller> =>
  storeCaller(sandbox, storeId, await tokenFor(sandbox, storeId));

/** A sandbox that notifies this receiver, and a store in it. */
export async function startStore(storeId: number, now?: () => Date) {
  const receiver = await startReceiver();
  const sandbox = await startForTest({ nuvemshop: { privacyUrl: receiver.url }, now });
  const call = await callerIn(sandbox, storeId);
  const close = async () => {
    await sandbox.close();
    receiver.close();
  };
  return { receiver, sandbox, call, close };
}

export const storeControl = (sandbox: Sandbox, method: string, path: string, body?: unknown) =>
  control(sandbox, method, `/nuvemshop${path}`, body);

export const signatureOf = (bytes: Buffer): string =>
  createHmac('sha256', 'secret').update(bytes).digest('hex');

export const mug = (changes: Fields = {}): Fields => ({
  name: { pt: 'Caneca Esmaltada' },
  description: { pt: '<p>Para o café.</p>' },
  attributes: [{ pt: 'Cor' }],
  variants: [
    { values: [{ pt: 'Preto' }], price: '59.90', promotional_price: '49.90', stock: 6, sku: 'CAN-PR' },
    { values: [{ pt: 'Branco' }], price: '59.90', stock: 4, sku: 'CAN-BR' },
  ],
  ...changes,
});

export const plate = (changes: Fields = {}): Fields => ({
  name: 'Prato Fundo',
  variants: [{ price: 30, stock: 5, sku: 'PRA-1' }],
  ...changes,
});

/** The first variant of an existing product. */
export const offer = async (call: Caller, draft: Fields) => {
  const { status, body } = await call('POST', '/products', draft);
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`);
  const variants = Array.isArray(body.variants) ? body.variants : [];
  return { product: body, variant: variants[0] as Fields, other: variants[1] as Fields };
};
