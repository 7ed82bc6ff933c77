import type { SourcePlant } from '../plant.ts';

const idempotency = 'server/http/idempotency.test.ts';
const images = 'server/products/image.test.ts';

export const keepingPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-52',
    what: 'a key that is not looked at',
    patch: {
      file: 'server/http/idempotency.ts',
      find: '  if (header === undefined) return null;',
      replace: '  if (header !== null) return null;',
    },
    detector: { file: idempotency, test: 'twenty at once' },
  },
  {
    breaks: 'INV-52',
    what: 'an answer for another body',
    patch: {
      file: 'server/http/idempotency.ts',
      find: "  if (!hash.equals(found.body_hash)) fail('idempotency_mismatch');\n",
      replace: '',
    },
    detector: { file: idempotency, test: 'another body' },
  },
  {
    breaks: 'INV-52',
    what: 'a key that is known to everybody in the business',
    patch: {
      sql: `alter table idempotency_keys alter column user_id set default 0;
        alter policy reading on idempotency_keys using (true); alter policy adding on idempotency_keys with check (true);
        alter policy changing on idempotency_keys using (true) with check (true)`,
    },
    detector: { file: idempotency, test: 'belongs to who sent it' },
  },
  {
    breaks: 'INV-53',
    what: 'bytes whose removal is not written down before they are put',
    patch: {
      file: 'server/products/kept-file.ts',
      find: '  for (const sha256 of hashes) enqueueRemoval(tx, businessId, sha256, due);\n',
      replace: '',
    },
    detector: { file: images, test: 'removed: the row at once, the bytes by a job' },
  },
  {
    breaks: 'INV-53',
    what: 'bytes removed although another row keeps them',
    patch: {
      file: 'server/products/kept-file.ts',
      find: '    if (kept) {',
      replace: '    if (kept && sha256 === "") {',
    },
    detector: { file: images, test: 'removed: the row at once, the bytes by a job' },
  },
  {
    breaks: 'INV-54',
    what: 'connections that are cut, whatever is on its way through them',
    patch: {
      file: 'server/http/drain.ts',
      find: '    let quiet = false;\n',
      replace: '    let quiet = false;\n    app.server.closeAllConnections();\n',
    },
    detector: { file: 'faults/process/stop.test.ts', test: 'INV-54' },
  },
  {
    breaks: 'INV-55',
    what: 'a change that is not in the audit',
    patch: {
      file: 'server/http/route.ts',
      find: 'if (write && actor && actor.businessId > 0) tx.last(',
      replace: "if (write && actor && actor.businessId > 0 && name !== 'categories.create') tx.last(",
    },
    detector: { file: 'rules/audit.test.ts', test: 'did not > categories.create' },
  },
  {
    breaks: 'INV-55',
    what: 'an audit that the application may change',
    patch: { sql: 'grant delete on audit_entries to easy_app' },
    detector: { file: 'rules/tenancy.test.ts', test: 'what was written down is only added to' },
  },
  {
    breaks: 'INV-56',
    what: 'a token of a marketplace kept as it came',
    patch: {
      file: 'server/marketplaces/account-access.ts',
      find: "accessToken: seal(key, 'marketplace-tokens', pair.accessToken),",
      replace: 'accessToken: pair.accessToken,',
    },
    detector: { file: 'rules/secrets.test.ts', test: 'no secret' },
  },
  {
    breaks: 'INV-56',
    what: 'a body in the log',
    patch: {
      file: 'server/http/server.ts',
      find: "request.log.error({ err: error, requestId: request.id }, 'request failed');",
      replace:
        "request.log.error({ err: error, requestId: request.id, body: request.body }, 'request failed');",
    },
    detector: { file: 'rules/secrets.test.ts', test: 'no secret' },
  },
  {
    breaks: 'INV-58',
    what: 'a failure that tells of the inside',
    patch: {
      file: 'server/http/server.ts',
      find: 'const problem = faultProblem(fault, locale, request.id);',
      replace: 'const problem = { ...faultProblem(fault, locale, request.id), detail: error.message };',
    },
    detector: { file: 'rules/problems.test.ts', test: 'a failure of the database' },
  },
  {
    breaks: 'INV-58',
    what: 'a refusal that is no problem+json',
    patch: {
      file: 'server/http/server.ts',
      find: "'application/problem+json; charset=utf-8'",
      replace: "'application/json; charset=utf-8'",
    },
    detector: { file: 'rules/problems.test.ts', test: 'every refusal' },
  },
];
