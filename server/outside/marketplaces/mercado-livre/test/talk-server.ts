import { request as ask, createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { systemClock } from '#contract/dates.ts';

type Json = Record<string, unknown>;
/** Refuses a call, or takes it and loses its answer. */
type Fault = { method: string; path: RegExp; status: number; body?: Json; applied?: boolean };

export const seller = '182440771';
const agent = 3_037_675_074;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

/** Messages, claims, returns and reviews as documented; other calls go to `upstream`. */
export async function startTalkServer(upstream: string) {
  const threads = new Map<string, { status: string; substatus: string | null; messages: Json[] }>();
  const claims = new Map<string, { claim: Json; messages: Json[]; back: Json | null }>();
  const reviews = new Map<string, Json[]>();
  const unread = new Set<string>();
  const faults: Fault[] = [];
  const calls: { method: string; path: string; body: unknown }[] = [];
  let made = 0;

  const say = (pack: string, from: number, text: string) => {
    const thread = threads.get(pack) ?? { status: 'active', substatus: null, messages: [] };
    threads.set(pack, thread);
    made += 1;
    const date = new Date(systemClock.now().getTime() + made).toISOString();
    const message = {
      id: `m${made}`,
      from: { user_id: from },
      to: { user_id: from === agent ? Number(seller) : agent },
      text,
      status: 'available',
      message_date: { received: date, available: date, created: date, read: null },
      message_moderation: { status: 'clean', reason: null },
      message_attachments: [],
    };
    thread.messages.push(message);
    return message.id;
  };

  function answer(method: string, url: URL, body: Json): { status: number; body: unknown } | null {
    const path = url.pathname;
    const thread = /^\/messages\/packs\/(\d+)\/sellers\/(\d+)$/.exec(path);
    if (thread) {
      const [, pack = '', owner = ''] = thread;
      const known = threads.get(pack);
      if (!known || owner !== seller)
        return { status: 404, body: { error: 'not_found', message: 'not found' } };
      if (method === 'POST') {
        if (String(body.text).length > 350)
          return { status: 400, body: { error: 'bad_request', message: 'text too long' } };
        if (known.status !== 'active')
          return { status: 403, body: { error: 'forbidden', message: known.substatus } };
        say(pack, Number(seller), String(body.text));
        return { status: 201, body: {} };
      }
      const status = {
        path: `/packs/${pack}/sellers/${owner}`,
        status: known.status,
        substatus: known.substatus,
      };
      const paging = { total: known.messages.length, limit: 50, offset: 0 };
      const offset = Number(url.searchParams.get('offset') ?? 0);
      const messages = known.messages.slice(offset, offset + 50);
      return {
        status: 200,
        body: { paging, conversation_status: status, messages, seller_max_message_length: 350 },
      };
    }
    const guide = /^\/messages\/action_guide\/packs\/(\d+)(\/option)?$/.exec(path);
    if (guide) {
      if (method === 'POST') say(guide[1] ?? '', Number(seller), String(body.text ?? 'Texto do motivo'));
      const option = { id: 'OTHER', enabled: true, type: 'free_text', char_limit: 350, cap_available: 1 };
      return { status: 200, body: { options: [option] } };
    }
    if (path === '/messages/unread') {
      const results = [...unread].map((id) => ({ resource: `/packs/${id}/sellers/${seller}`, count: 1 }));
      return { status: 200, body: { user_id: Number(seller), results } };
    }
    if (path.startsWith('/messages/')) return { status: 404, body: { error: 'not_found', message: 'none' } };
    if (path.startsWith('/reviews/item/')) {
      const list = reviews.get(path.split('/').at(-1) ?? '') ?? [];
      return { status: 200, body: { paging: { total: list.length }, reviews: list } };
    }
    return path.startsWith('/post-purchase/') ? answerClaim(method, url, body) : null;
  }

  function answerClaim(method: string, url: URL, body: Json): { status: number; body: unknown } {
    const path = url.pathname;
    const none = { status: 404, body: { error: 'not_found', message: 'not found' } };
    if (path === '/post-purchase/v1/claims/search') {
      const status = url.searchParams.get('status');
      const all = [...claims.values()].map(({ claim }) => claim);
      const data = all.filter((one) => !status || one.status === status);
      return { status: 200, body: { paging: { total: data.length, limit: 100, offset: 0 }, data } };
    }
    if (path.startsWith('/post-purchase/v1/claims/reasons/'))
      return { status: 200, body: { id: 'PDD9939', detail: 'O produto chegou com defeito' } };
    if (path === '/post-purchase/v1/returns/reasons')
      return { status: 200, body: [{ id: 'SRF2', name: 'Danificado' }] };
    if (path.endsWith('/return-review')) {
      const found = [...claims.values()].find(({ back }) => back?.id === 77);
      if (found) act(found.claim, []);
      return { status: 201, body: {} };
    }
    const [, version, id = '', rest = ''] =
      /^\/post-purchase\/v(\d)\/claims\/(\d+)(?:\/(.*))?$/.exec(path) ?? [];
    const known = claims.get(id);
    if (!known) return none;
    if (rest === '') return { status: 200, body: known.claim };
    if (version === '2' && rest === 'returns') return known.back ? { status: 200, body: known.back } : none;
    if (rest === 'messages') return { status: 200, body: known.messages };
    if (rest === 'actions/send-message') {
      made += 1;
      known.messages.push({
        sender_role: 'respondent',
        receiver_role: body.receiver_role,
        message: body.message,
        date_created: systemClock.now().toISOString(),
        status: 'available',
        hash: `h${made}`,
      });
      return { status: 201, body: {} };
    }
    if (rest === 'affects-reputation')
      return { status: 200, body: { affects_reputation: 'affected', has_incentive: true, due_date: at(59) } };
    if (rest === 'partial-refund/available-offers')
      return { status: 200, body: { available_offers: [{ amount: 29.95, percentage: 50 }] } };
    if (rest === 'attachments-evidences') {
      made += 1;
      return { status: 200, body: { user_id: Number(seller), file_name: `prova-${made}.jpg` } };
    }
    if (rest === 'actions/evidences' || rest === 'evidences') {
      act(known.claim, []);
      return { status: 201, body: {} };
    }
    if (method === 'POST' && rest.startsWith('expected-resolutions/')) {
      const what = rest.split('/')[1];
      if (what === 'refund') Object.assign(known.claim, { status: 'closed' });
      act(known.claim, []);
      return { status: 201, body: {} };
    }
    return none;
  }

  /** An event happened: these are the allowed acts now. */
  function act(claim: Json, actions: string[]): void {
    const players = claim.players as Json[];
    const own = players.find(({ type }) => type === 'seller');
    if (own) own.available_actions = actions.map((action) => ({ action, mandatory: false, due_date: null }));
    claim.last_updated = systemClock.now().toISOString();
  }

  const server = createServer((request, response) => {
    void respond(request).then(({ status, body, type }) => {
      response.writeHead(status, { 'content-type': type ?? 'application/json' });
      response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  });

  async function respond(
    request: IncomingMessage,
  ): Promise<{ status: number; body: unknown; type?: string }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://stub');
    const method = request.method ?? 'GET';
    const isJson = request.headers['content-type'] === 'application/json' && bytes.length > 0;
    const body = isJson ? (JSON.parse(bytes.toString()) as Json) : {};
    const index = faults.findIndex((one) => one.method === method && one.path.test(url.pathname));
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0];
    if (fault && !fault.applied) return { status: fault.status, body: fault.body ?? {} };
    const own = answer(method, url, body);
    if (own) calls.push({ method, path: url.pathname, body });
    if (fault) return { status: fault.status, body: fault.body ?? {} };
    if (own) return own;
    return pass(`${upstream}${request.url ?? ''}`, method, request.headers, bytes);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;

  /** A buyer's claim on an order, with what the seller may do. */
  function claim(
    id: string,
    order: string,
    actions: { action: string; due?: string }[],
    type = 'mediations',
  ) {
    const available = actions.map(({ action, due }) => ({
      action,
      mandatory: due !== undefined,
      due_date: due ?? null,
    }));
    claims.set(id, {
      claim: {
        id: Number(id),
        resource: 'order',
        resource_id: Number(order),
        status: 'opened',
        type,
        stage: 'claim',
        reason_id: 'PDD9939',
        players: [
          { role: 'complainant', type: 'buyer', user_id: 888, available_actions: [] },
          { role: 'respondent', type: 'seller', user_id: Number(seller), available_actions: available },
        ],
        resolution: null,
        date_created: at(0),
        last_updated: at(1),
        related_entities: [],
      },
      messages: [
        { sender_role: 'complainant', message: 'Veio quebrado', date_created: at(1), hash: `c${id}` },
      ],
      back: null,
    });
  }

  /** The claim has a return in this state. */
  function comesBack(id: string, status: string, orders: readonly object[] = [], tracking = 'BR99'): void {
    const known = claims.get(id);
    if (!known) return;
    known.claim.related_entities = ['return'];
    known.claim.last_updated = systemClock.now().toISOString();
    known.back = {
      id: 77,
      claim_id: Number(id),
      status,
      orders,
      shipments: [
        {
          shipment_id: 1,
          status,
          tracking_number: tracking,
          type: 'return',
          destination: { name: 'seller_address' },
        },
      ],
    };
  }

  return {
    url: `http://127.0.0.1:${port}`,
    ...{ threads, claims, reviews, unread, faults, calls, claim, comesBack, act },
    buyerSays: (pack: string, text: string) => say(pack, agent, text),
  };
}

type Passed = { status: number; body: Buffer; type: string };

function pass(url: string, method: string, headers: IncomingHttpHeaders, bytes: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const { host, ...kept } = headers;
    const asked = ask(url, { method, headers: kept }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 502,
          body: Buffer.concat(chunks),
          type: answer.headers['content-type'] ?? 'application/json',
        }),
      );
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}
