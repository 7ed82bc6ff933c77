import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { type Grammar, inputOf, Pick, type Tree } from './arbitrary.ts';
import type { Dictionary } from './dictionary.ts';
import { fromEntries, type Kind, type Mutation, mutate, mutation } from './mutation.ts';
import { entityOf, type Named, type World } from './world.ts';

/** A request before the world gives it its ids and its caller. */
export type Plan = {
  roll: number;
  params: Tree;
  query: Tree;
  body: Tree;
  part: 'body' | 'query' | 'params';
  mutations: Mutation[];
  version: number | null;
  key: string | null;
  files: number;
  /** Begins from a request that was granted before, where there is one. */
  recalled: number | null;
};

export type Sent = {
  options: InjectOptions & { headers: Record<string, string>; url: string; method: string };
  kind: Kind;
  /**
   * The input as the server will read it, for the second validator; undefined if the text itself is broken on purpose.
   */
  query: unknown;
  body: unknown;
  /** The text cannot be accepted, regardless of the schema. */
  broken: boolean;
};

/** Everything that an endpoint can be sent, as its schema has it. */
export function planOf(endpoint: EndpointDefinition, grammar: Grammar): fc.Arbitrary<Plan> {
  const nothing = fc.constant<Tree>({});
  const parts: Plan['part'][] = endpoint.body
    ? ['body', 'body', 'body', 'body', ...(endpoint.query ? ['query' as const] : []), 'params']
    : endpoint.query
      ? ['query', 'query', 'query', 'params']
      : ['params', 'body'];
  return fc.record({
    roll: fc.noBias(fc.nat(99)),
    params: endpoint.params ? inputOf(endpoint.params, '', grammar) : nothing,
    query: endpoint.query ? inputOf(endpoint.query, '', grammar) : nothing,
    body: endpoint.body ? inputOf(endpoint.body, '', grammar) : nothing,
    part: fc.constantFrom(...parts),
    mutations: fc.oneof(
      { weight: 4, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 5, arbitrary: fc.tuple(mutation) },
      { weight: 1, arbitrary: fc.tuple(mutation, mutation) },
    ),
    version: rarely(fc.nat(6), 7),
    key: rarely(
      fc.oneof(
        { weight: 4, arbitrary: fc.nat(500).map((n) => `key-${n}`) },
        fc.constantFrom('key three', 'é', 'k'.repeat(101), ''),
      ),
      12,
    ),
    files: fc.nat(11),
    recalled: rarely(fc.nat(11), 1),
  });
}

/** Absent except for one request in so many. */
const rarely = <T>(value: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const wireFaults: readonly ((text: string) => { text: string; type?: string })[] = [
  (text) => ({ text: `\ufeff${text}` }),
  (text) => ({ text: `${text},` }),
  (text) => ({ text: text.slice(0, -1) }),
  (text) => ({ text: `${text}${text}` }),
  (text) => ({ text: `/* */${text}` }),
  () => ({ text: '{"a":NaN}' }),
  () => ({ text: "{'a':1}" }),
  () => ({ text: '{"a":01}' }),
  (text) => ({ text: `[${text},]` }),
  (text) => ({ text, type: 'text/plain' }),
  (text) => ({ text, type: 'application/x-www-form-urlencoded' }),
  (text) => ({ text, type: 'application/xml' }),
  (text) => ({ text, type: 'application/json\t; charset=utf-8' }),
  (text) => ({ text: text.replace('"', '"\\x') + (text.includes('"') ? '' : '\\') }),
  () => ({ text: '{"a":"\t"}' }),
];

const fileNames = ['foto.png', '../../x.png', 'a\u202egnp.pdf', 'nota.xml', 'x'.repeat(300)];

/** The request with the world's ids and its mutations, as it is sent. */
export function buildRequest({ name, endpoint }: Named, plan: Plan, world: World, serial: number): Sent {
  const asker = world.askerFor(endpoint, plan.roll);
  const known = { own: world.own[asker?.type ?? 'sales'], foreign: world.foreign };
  const tree = {
    params: plan.params,
    query: plan.query,
    body: plan.body,
    ...recall(name, plan, world, serial),
  };
  for (const step of plan.mutations) tree[plan.part] = mutate(tree[plan.part], step);
  const params = resolve(tree.params, known, entityOf(endpoint.path)) as Record<string, unknown>;
  const query = asQuery(resolve(tree.query, known, entityOf(endpoint.path)));
  const body = resolve(tree.body, known, '');
  const headers: Record<string, string> = { 'accept-language': plan.roll % 3 === 0 ? 'en' : 'pt' };
  if (asker) headers.authorization = `Bearer ${asker.token}`;
  if (plan.version !== null) headers['if-match'] = `"${plan.version}"`;
  if (plan.key !== null) headers['idempotency-key'] = plan.key;
  const url = `/api${pathOf(endpoint.path, params)}${query.text}`;
  const sent: Sent = {
    // Limits by address are for one caller; every caller here has a separate network.
    options: {
      method: endpoint.method,
      url,
      headers,
      remoteAddress: `10.${serial >> 16}.${(serial >> 8) & 255}.${serial & 255}`,
    },
    kind: plan.mutations[0]?.kind ?? 'valid',
    query: query.read,
    body,
    broken: false,
  };
  const wanted =
    endpoint.body !== undefined ||
    Object.keys((body as object) ?? {}).length > 0 ||
    body === null ||
    Array.isArray(body);
  if (endpoint.method === 'GET' || !(wanted || endpoint.files)) return sent;
  if (endpoint.files && plan.files < 10) addParts(sent, endpoint, plan, body);
  else addJson(sent, plan, body);
  return sent;
}

/** An accepted request with other values, for the same record or another one. */
function recall(
  name: string,
  { recalled }: Plan,
  { granted }: World,
  serial: number,
): { params?: Tree; body?: Tree } {
  const list = recalled === null ? undefined : granted.get(name);
  const found = list?.at(-1 - ((recalled ?? 0) % list.length));
  if (!found) return {};
  const body = renamed(found.body as Tree, serial);
  return (recalled ?? 0) % 2 === 0 ? { params: found.params, body } : { body };
}

function renamed(tree: Tree, serial: number, key = ''): Tree {
  if (typeof tree === 'string')
    return /^(sku|name|product|description|clientId)$/.test(key) ? `${tree}${serial}` : tree;
  if (Array.isArray(tree)) return tree.map((item) => renamed(item, serial));
  if (typeof tree !== 'object' || tree === null || tree instanceof Pick) return tree;
  return fromEntries(Object.entries(tree).map(([inner, value]) => [inner, renamed(value, serial, inner)]));
}

function addJson(sent: Sent, plan: Plan, body: unknown): void {
  let text = JSON.stringify(body) ?? 'null';
  sent.options.headers['content-type'] = 'application/json';
  for (const { kind, choice } of plan.mutations) {
    if (kind === 'duplicate key' && text.startsWith('{"')) {
      const key = /^\{("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '""';
      text = `{${key}:${choice % 2 === 0 ? 1 : '"x"'},${text.slice(1)}`;
      sent.broken = true;
    }
    if (kind === 'wire') {
      const fault = wireFaults[choice % wireFaults.length]?.(text);
      if (fault === undefined) continue;
      text = fault.text;
      if (fault.type) sent.options.headers['content-type'] = fault.type;
      sent.broken = true;
    }
  }
  sent.options.payload = text;
}

function addParts(sent: Sent, endpoint: EndpointDefinition, plan: Plan, body: unknown): void {
  const boundary = 'fuzz-0123456789';
  const amount = [1, 1, 1, 1, 1, 2, 0, (endpoint.files?.max ?? 0) + 1, 1, 1][plan.files] ?? 1;
  const bytes = sampleFiles[plan.roll % sampleFiles.length] ?? Buffer.alloc(0);
  const chunks: Buffer[] = [];
  if (endpoint.body)
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="data"\r\n\r\n${JSON.stringify(body) ?? 'null'}\r\n`,
      ),
    );
  for (let index = 0; index < amount; index++)
    chunks.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file${index}"; filename="${fileNames[plan.roll % fileNames.length]}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  sent.options.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  sent.options.payload = Buffer.concat(chunks);
  if (!endpoint.body) sent.body = undefined;
}

const sampleFiles: readonly Buffer[] = [
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.from('%PDF-1.4 comprovante'),
  Buffer.from('<?xml version="1.0"?><nfeProc/>'),
  Buffer.from('GIF89a'),
  Buffer.alloc(0),
  Buffer.alloc(3000, 7),
];

type Known = { own: Dictionary; foreign: Dictionary };

/** Ids in place of their symbols. `entity` is what `id` means here. */
function resolve(tree: Tree, { own, foreign }: Known, entity: string): unknown {
  if (tree instanceof Pick) {
    if (tree.from === 'nobody') return tree.as === 'number' ? 999_999_999 : '999999999';
    const dictionary = tree.from === 'own' ? own : foreign;
    const field =
      tree.field === 'id' && entity ? entity : tree.field === 'after' ? `next ${entity}` : tree.field;
    const found = dictionary.find({ ...tree, field }) ?? (tree.as === 'number' ? 1 : '1');
    return tree.as === 'number' ? found : String(found);
  }
  if (Array.isArray(tree)) return tree.map((item) => resolve(item, { own, foreign }, entity));
  if (typeof tree !== 'object' || tree === null) return tree;
  return fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const place = /^#(\d+)$/.exec(key)?.[1];
      const id = place && own.find({ from: 'own', field: '', place: Number(place), as: 'number' });
      return [id ? String(id) : key, resolve(value, { own, foreign }, entity) as Tree];
    }),
  );
}

/** A path segment can be any text; an empty one or one of dots would be another path. */
function pathOf(pattern: string, params: Record<string, unknown>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params?.[name];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /^\.*$/.test(text) ? `x${text}` : percent(text);
  });
}

function asQuery(value: unknown): { text: string; read: unknown } {
  const pairs: [string, string][] = [];
  const plain = (item: unknown) => (typeof item === 'object' ? (JSON.stringify(item) ?? '') : String(item));
  for (const [key, inner] of Object.entries((value ?? {}) as object)) {
    if (Array.isArray(inner)) for (const item of inner) pairs.push([key, plain(item)]);
    else pairs.push([key, plain(inner)]);
  }
  const read: Record<string, Tree> = {};
  for (const [sentKey, sentText] of pairs) {
    const [key, text] = [received(sentKey), received(sentText)];
    const before = Object.hasOwn(read, key) ? read[key] : undefined;
    const next = before === undefined ? text : [before, text].flat();
    Object.defineProperty(read, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  const text = pairs.map(([key, item]) => `${percent(key)}=${percent(item)}`).join('&');
  return { text: text ? `?${text}` : '', read: value !== null && typeof value === 'object' ? read : {} };
}

/** A path segment that cannot be decoded is used as it is. */
const received = (text: string) => (text.isWellFormed() ? text : percent(text));

/** Percent-encoded. Half a surrogate pair is sent as its three invalid bytes. */
function percent(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return `${encodeURIComponent(text.toWellFormed())}%ED%A0%80`;
  }
}

/** A line that sends it again. */
export function curlOf({ options }: Sent): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const headers = Object.entries(options.headers)
    .filter(([name]) => name !== 'accept-language')
    .map(([name, value]) => `-H ${quote(`${name}: ${name === 'authorization' ? 'Bearer $TOKEN' : value}`)}`);
  const payload = options.payload as string | Buffer | undefined;
  const text = typeof payload === 'string' ? payload : (payload?.toString('latin1') ?? '');
  const printable = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  const data = payload === undefined ? '' : ` --data-binary $${quote(printable.slice(0, 1500))}`;
  return `curl -X ${options.method} ${quote(`http://localhost:3000${options.url.slice(0, 1500)}`)} ${headers.join(' ')}${data}`;
}
