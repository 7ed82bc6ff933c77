import { wrap, wrapInner } from '../patch.ts';
import type { SourcePlant } from '../plant.ts';

const idempotency = 'server/http/idempotency.test.ts';
const images = 'server/products/images/image.test.ts';

export const keepingPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-15',
    what: 'volumes of a request that are labelled and put away in any step',
    patch: wrap<typeof import('#server/inventory/volume/receiving-guard.ts')>()(
      'server/inventory/volume/receiving-guard.ts',
      'refuseOutsideStep',
      () => async () => undefined,
    ),
    detector: { file: 'server/supply/receiving/receiving.test.ts', test: 'in its own step only' },
  },
  {
    breaks: 'INV-52',
    what: 'a key that is not looked at',
    patch: wrap<typeof import('#server/http/idempotency.ts')>()(
      'server/http/idempotency.ts',
      'claimKey',
      () => async () => null,
    ),
    detector: { file: idempotency, test: 'twenty simultaneous' },
  },
  {
    breaks: 'INV-52',
    what: 'an answer for a different body',
    patch: wrapInner('server/http/idempotency.ts', 'bodyHash', () => () => Buffer.alloc(32)),
    detector: { file: idempotency, test: 'a different body' },
  },
  {
    breaks: 'INV-52',
    what: 'a key that is known to everybody in the business',
    patch: {
      sql: `alter table idempotency_keys alter column user_id set default 0;
        alter policy reading on idempotency_keys using (true); alter policy adding on idempotency_keys with check (true);
        alter policy changing on idempotency_keys using (true) with check (true)`,
    },
    detector: { file: idempotency, test: 'is scoped to its sender' },
  },
  {
    breaks: 'INV-53',
    what: 'bytes whose removal is not written down before they are put',
    patch: wrapInner('server/business/files/kept-file.ts', 'enqueueRemoval', () => () => undefined),
    detector: { file: images, test: 'removes the row at once, and the bytes by a job' },
  },
  {
    breaks: 'INV-53',
    what: 'bytes removed although another row keeps them',
    patch: {
      file: 'server/business/files/kept-file.ts',
      name: 'removeFile',
      find: '    if (kept) {',
      replace: '    if (kept && sha256 === "") {',
    },
    detector: { file: images, test: 'removes the row at once, and the bytes by a job' },
  },
  {
    breaks: 'INV-54',
    what: 'connections that are cut with requests on their way',
    patch: wrap<typeof import('#server/http/drain.ts')>()(
      'server/http/drain.ts',
      'addDrain',
      (right) => (app, patienceMs) => {
        const drain = right(app, patienceMs);
        return () => {
          const drained = drain();
          app.server.closeAllConnections();
          return drained;
        };
      },
    ),
    detector: { file: 'faults/process/stop.test.ts', test: 'INV-54' },
  },
  {
    breaks: 'INV-55',
    what: 'a change that is not in the audit',
    patch: wrap<typeof import('#server/http/audit.ts')>()(
      'server/http/audit.ts',
      'writeAudit',
      (right) => async (tx, endpoint, actor, request, answer) =>
        endpoint === 'categories.create' ? [] : right(tx, endpoint, actor, request, answer),
    ),
    detector: { file: 'rules/audit.test.ts', test: 'none for a failed one > categories.create' },
  },
  {
    breaks: 'INV-55',
    what: 'an audit that the application may change',
    patch: { sql: 'grant delete on audit_entries to easy_app' },
    detector: { file: 'rules/tenancy.test.ts', test: 'append-only tables are only added to' },
  },
  {
    breaks: 'INV-56',
    what: 'a token of a marketplace kept as it came',
    patch: wrap<typeof import('#server/marketplaces/account-access.ts')>()(
      'server/marketplaces/account-access.ts',
      'sealTokens',
      (right) => (context, pair) => ({ ...right(context, pair), accessToken: pair.accessToken }),
    ),
    detector: { file: 'rules/secrets.test.ts', test: 'no secret' },
  },
  {
    breaks: 'INV-56',
    what: 'a body in the log',
    patch: {
      file: 'server/http/server.ts',
      name: 'answerError',
      find: '{ err: error, requestId: request.id },',
      replace: '{ err: error, requestId: request.id, body: request.body },',
    },
    detector: { file: 'rules/secrets.test.ts', test: 'no secret' },
  },
  {
    breaks: 'INV-58',
    what: 'a failure that tells of the inside',
    patch: {
      file: 'server/http/server.ts',
      name: 'answerError',
      find: 'const problem = faultProblem(fault, { locale, requestId: request.id, method: request.method });',
      replace:
        'const problem = { ...faultProblem(fault, { locale, requestId: request.id, method: request.method }), detail: error.message };',
    },
    detector: { file: 'rules/problems.test.ts', test: 'a failure of the database' },
  },
  {
    breaks: 'INV-58',
    what: 'a refusal that is no problem+json',
    patch: {
      file: 'server/http/server.ts',
      name: 'answerError',
      find: "'application/problem+json; charset=utf-8'",
      replace: "'application/json; charset=utf-8'",
    },
    detector: { file: 'rules/problems.test.ts', test: 'every refusal' },
  },
];
