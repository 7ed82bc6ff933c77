import type { LightMyRequestResponse } from 'fastify';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { errorStatus, fieldErrors, type Problem, statusOf } from '#contract/errors.ts';
import { messages } from '#contract/messages/index.ts';
import { fill } from '#contract/messages/locale.ts';
import { refusal } from './accept.ts';
import type { Touch } from './database-watch.ts';
import type { Sent } from './request.ts';

export type Answer = { response: LightMyRequestResponse; touches: Touch[]; milliseconds: number };

/** Tables that may be written although the caller is refused, with the reason. */
const writtenOnRefusal: Record<string, string> = {
  file_removals: 'bytes are announced for removal before they are stored',
  job_common: 'and the job that removes them; a refused sign-in is audited by a job',
  sign_in_failures: 'failures are counted, that is their purpose',
  second_step_failures: 'the same',
  audit_entries: 'a refused permission stands in the audit trail',
  sessions: 'a token seen expired is stored as such',
};

/** Pictures are decoded one after the other in a child process, which may have to start first. */
const slowestMs = ({ files }: EndpointDefinition) => (files ? 5000 : 1000);

/**
 * Tables that may change in an uninvolved business: a seller who publishes its open offer records the supplier and gets
 * a link.
 */
const openToStrangers: readonly string[] = [
  'trade_links',
  'advertisement_components',
  'virtual_product_components',
];

/** Everything that must hold of one answer; each fault in a few words, none when all is well. */
export function judge(
  endpoint: EndpointDefinition,
  sent: Sent,
  answer: Answer,
  bystanders: readonly number[],
): string[] {
  const { response, touches, milliseconds } = answer;
  const status = response.statusCode;
  const faults: string[] = [];
  if (milliseconds > slowestMs(endpoint)) faults.push(`took ${Math.round(milliseconds)} ms`);
  if (status >= 500) faults.push(`answered ${status}: ${response.body.slice(0, 300)}`);
  else if (status >= 300) faults.push(...judgeProblem(response, endpoint.method));
  else faults.push(...judgeSuccess(endpoint, sent, response));
  const strange = touches.filter(
    ({ table, owners }) => !openToStrangers.includes(table) && owners.some((id) => bystanders.includes(id)),
  );
  if (strange.length > 0) faults.push(`changed another business: ${tables(strange)}`);
  if (status >= 400) {
    const written = touches.filter(
      ({ table }) => !Object.hasOwn(writtenOnRefusal, table) && !cameAndWent(table, touches),
    );
    if (written.length > 0) faults.push(`refused with ${status} and wrote ${tables(written)}`);
  } else if (endpoint.method === 'GET' && !isAudited(endpoint, touches))
    faults.push(`reading wrote ${tables(touches)}`);
  return faults;
}

/** Reads write nothing, except that those of personal data are recorded in the audit trail. */
const isAudited = ({ fresh, permission }: EndpointDefinition, touches: readonly Touch[]) =>
  touches.every(
    ({ table, act }) =>
      (fresh || permission === 'buyer-documents.read') && table === 'audit_entries' && act === 'INSERT',
  );

/** A key that was claimed and given back. */
const cameAndWent = (table: string, touches: readonly Touch[]) =>
  touches.filter((touch) => touch.table === table && touch.act === 'INSERT').length ===
    touches.filter((touch) => touch.table === table && touch.act === 'DELETE').length &&
  !touches.some((touch) => touch.table === table && touch.act === 'UPDATE');

const tables = (touches: readonly Touch[]) =>
  [...new Set(touches.map(({ table, act }) => `${act.toLowerCase()} ${table}`))].join(', ');

/** RFC 9457, a code of the closed list, with our own sentences, so that no stack or statement can be included. */
export function judgeProblem(response: LightMyRequestResponse, method = 'POST'): string[] {
  const type = String(response.headers['content-type']);
  if (!type.startsWith('application/problem+json'))
    return [`${response.statusCode} is no problem+json but ${type}: ${response.body.slice(0, 200)}`];
  let problem: Problem;
  try {
    problem = response.json<Problem>();
  } catch {
    return [`problem is no JSON: ${response.body.slice(0, 200)}`];
  }
  const faults: string[] = [];
  if (!Object.hasOwn(errorStatus, problem.code)) return [`unknown code ${problem.code}`];
  if (statusOf(problem.code, method) !== response.statusCode || problem.status !== response.statusCode)
    faults.push(`status ${response.statusCode} with code ${problem.code}`);
  const sentences = [messages.pt.errors[problem.code], messages.en.errors[problem.code]];
  const [pt, en] = sentences.map((sentence) => fill(sentence, problem.facts));
  if (problem.detail !== pt && problem.detail !== en)
    faults.push(`words that are not ours: ${problem.detail}`);
  if (problem.title !== en) faults.push(`title: ${problem.title}`);
  const named = sentences.flatMap((sentence) =>
    [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
  );
  const missing = [...new Set(named)].filter((name) => (problem.facts?.[name] ?? '') === '');
  if (missing.length > 0) faults.push(`a sentence without ${missing.join(', ')}`);
  const known = ['type', 'title', 'status', 'code', 'detail', 'requestId', 'errors', 'facts'];
  const unknown = Object.keys(problem).filter((key) => !known.includes(key));
  if (unknown.length > 0) faults.push(`undeclared ${unknown.join(', ')}`);
  if (problem.errors) faults.push(...judgeFields(problem.errors, 0));
  return faults;
}

function judgeFields(tree: object, depth: number): string[] {
  if (depth > 40) return ['errors nested without end'];
  return Object.values(tree).flatMap((node: unknown) => {
    if (!Array.isArray(node))
      return typeof node === 'object' && node ? judgeFields(node, depth + 1) : ['errors: no leaf'];
    return node.flatMap((leaf: { code?: string; message?: string }) => {
      const code = fieldErrors.find((name) => name === leaf.code);
      if (!code) return [`unknown field code ${leaf.code}`];
      const ours =
        code === 'remote' ||
        [messages.pt.fields[code], messages.en.fields[code]].includes(leaf.message ?? '');
      return ours ? [] : [`field words that are not ours: ${leaf.message}`];
    });
  });
}

const binaryTypes: Record<string, RegExp> = {
  image: /^image\/webp$/,
  csv: /^text\/csv|^application\/vnd\.openxml/,
  xlsx: /^text\/csv|^application\/vnd\.openxml/,
  xml: /^application\/xml/,
  zpl: /^text\/plain|zpl/,
  pdf: /^application\/pdf/,
  file: /^(application\/(json|pdf|octet-stream|xml|zip)|image\/(png|jpeg|webp)|text\/plain)/,
};

function judgeSuccess(endpoint: EndpointDefinition, sent: Sent, response: LightMyRequestResponse): string[] {
  const faults: string[] = [];
  if (sent.broken) faults.push('took a body that is no JSON');
  const body = endpoint.body && !sent.broken ? refusal(endpoint.body, sent.body ?? {}) : null;
  if (body) faults.push(`took a body it should refuse: ${body}`);
  const query = endpoint.query ? refusal(endpoint.query, sent.query) : null;
  if (query) faults.push(`took a query it should refuse: ${query}`);
  const type = String(response.headers['content-type'] ?? '');
  if (endpoint.binary) {
    if (!binaryTypes[endpoint.binary]?.test(type)) faults.push(`sent ${type} for ${endpoint.binary}`);
    if (type.startsWith('text/csv')) faults.push(...judgeCells(response.body));
    if (response.headers['x-content-type-options'] !== 'nosniff') faults.push('a file without nosniff');
    if (!String(response.headers['content-security-policy']).includes('sandbox'))
      faults.push('a file outside a sandbox');
  } else if (endpoint.response) {
    if (!type.startsWith('application/json')) faults.push(`answered ${type}`);
    // Large answers are read a second time now and then: the server read each of them once.
    const isRead = response.body.length < 2000 || response.body.length % 4 === 0;
    const read = isRead && endpoint.response.safeParse(response.body === '' ? undefined : response.json());
    if (read && !read.success)
      faults.push(`answer is not of its schema: ${read.error.message.slice(0, 300)}`);
  } else if (response.body !== '')
    faults.push(`answered ${response.body.length} characters where nothing is declared`);
  return faults;
}

/** No cell of a table that a spreadsheet would run; a number is one. */
export function judgeCells(csv: string): string[] {
  const cells = [...csv.replace(/^\uFEFF/, '').matchAll(/(?:^|;|\n)("(?:[^"]|"")*"|[^;\r\n]*)/g)].map(
    ([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
  );
  const armed = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?[\d.,]+$/.test(cell));
  return armed.slice(0, 3).map((cell) => `a spreadsheet would run ${JSON.stringify(cell.slice(0, 60))}`);
}

/** One row of the audit for each write that a signed-in person was granted. */
export function judgeAudit(
  endpoint: EndpointDefinition,
  { response, touches }: Answer,
  signedIn: boolean,
  repeated: boolean,
): string[] {
  if (endpoint.method === 'GET' || response.statusCode >= 300 || !signedIn) return [];
  const rows = touches.filter(({ table, act }) => table === 'audit_entries' && act === 'INSERT').length;
  // A caller whose session ended may still call public endpoints.
  const isPublic = endpoint.permission === 'public';
  // A person who belongs to no business any more has no trail for what is about themselves.
  const isOwn = endpoint.permission === 'signed-in';
  const mayBeNone = repeated || isPublic || isOwn;
  // And what they do there may be of another business than the one they are in.
  // An export of buyers is also a security event.
  const mayBeTwo = isPublic || endpoint.permission === 'buyer-documents.export';
  return rows === 1 || (mayBeNone && rows === 0) || (mayBeTwo && rows === 2)
    ? []
    : [`wrote ${rows} audit rows`];
}
