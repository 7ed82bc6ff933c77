import type { Lie } from './proxy.ts';

const answer = (status: string, type: string, body: string | Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}connection: close\r\n\r\n`,
    ),
    Buffer.from(body),
  ]);
const json = (body: string | Buffer) => answer('200 OK', 'application/json', body);
const page = '<!doctype html><title>Já voltamos</title><h1>Estamos em manutenção</h1>';

const bodyOf = (real: Buffer): Buffer => real.subarray(real.indexOf('\r\n\r\n') + 4);

/** Well-formed, and every number a text, every list an object. */
function mistype(value: unknown): unknown {
  if (typeof value === 'number') return `~${value}`;
  if (Array.isArray(value)) return { items: value.length };
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mistype(inner)]));
}

/** The same of something else. */
function misname(value: unknown): unknown {
  if (Array.isArray(value) || !value || typeof value !== 'object' || !('id' in value)) return value;
  const { id } = value;
  return { ...value, id: typeof id === 'number' ? id + 7 : `${String(id)}9` };
}

function changed(real: Buffer, change: (value: unknown) => unknown): Buffer {
  try {
    return json(JSON.stringify(change(JSON.parse(bodyOf(real).toString('utf8')))));
  } catch {
    // No JSON: a file, whose end is missing.
    return answer('200 OK', 'application/pdf', bodyOf(real).subarray(0, 3));
  }
}

const afterwards = (answerOf: Lie['answer']): Lie => ({ applied: true, answer: answerOf });
const instead = (said: Buffer): Lie => ({ applied: false, answer: () => said });

/** The requested resource under another id: another account's sale, another listing. */
export function aboutAnother(ids: readonly string[]): Lie {
  const other = (id: string) => id.replace(/.$/, (last) => (last === '7' ? '3' : '7'));
  return afterwards((real) =>
    json(ids.reduce((text, id) => text.replaceAll(id, other(id)), bodyOf(real).toString('utf8'))),
  );
}

/** Content that replaces an answer, before or after the call has taken effect. */
export const lies: Record<string, Lie> = {
  '429 with Retry-After': instead(
    answer('429 Too Many Requests', 'text/plain', 'local_rate_limited', 'retry-after: 30\r\n'),
  ),
  '500 instead': instead(answer('500 Oops', 'application/json', '{"message":"x","error":"internal_error"}')),
  '500 afterwards': afterwards(() => answer('500 Oops', 'text/html', page)),
  'page with a 200': afterwards(() => answer('200 OK', 'text/html', page)),
  'page with a 403': instead(answer('403 Forbidden', 'text/html', page)),
  'page with a 404': instead(answer('404 Not Found', 'text/html', page)),
  'redirect to itself': instead(answer('302 Found', 'text/html', page, 'location: /mercado-livre/items\r\n')),
  'half of the JSON': afterwards((real) => json(bodyOf(real).subarray(0, bodyOf(real).length >> 1))),
  'twelve megabytes': afterwards(() => json(`["${'x'.repeat(12 * 1024 * 1024)}"]`)),
  'wrong types': afterwards((real) => changed(real, mistype)),
  'wrong id': afterwards((real) => changed(real, misname)),
  nothing: afterwards(() => answer('200 OK', 'application/json', '')),
  null: afterwards(() => json('null')),
  'empty list': afterwards(() => json('[]')),
  text: afterwards(() => json('"ok"')),
  'byte by byte': { applied: true, answer: (real) => real, drip: true },
};
