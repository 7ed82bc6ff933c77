import type { api } from '#contract/index.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { createImport, recognizeImports } from './create-import.ts';
import { applyImport, cancelImport, checkImport } from './import.ts';
import { importTemplate, wrongRowsFile } from './import-files.ts';
import { listImportPictures, retryImportPictures } from './import-pictures.ts';
import { listImports, readImport } from './import-record.ts';
import { listImportRows } from './import-rows.ts';

export const importRoutes: Handlers<typeof api.imports> = {
  list: ({ tx, actor, query }) => listImports(tx, actor, query),
  template: ({ actor, params, query, locale }) => importTemplate(actor, params.kind, query.format, locale),
  create: remote(createImport),
  recognize: remote(recognizeImports),
  detail: ({ tx, actor, params }) => readImport(tx, actor, params.id),
  rows: ({ tx, actor, params, query }) => listImportRows(tx, actor, params.id, query),
  wrongRows: remote(({ actor, params, query, locale, transact }) =>
    wrongRowsFile({ actor, id: params.id, format: query.format, locale, transact }),
  ),
  pictures: ({ tx, actor, params, query }) => listImportPictures(tx, actor, params.id, query),
  retry: ({ tx, actor, params }) => retryImportPictures(tx, actor, params.id),
  check: ({ tx, actor, params, body }) => checkImport(tx, actor, params.id, body),
  apply: ({ tx, actor, params, body }) => applyImport(tx, actor, params.id, body.skipWrong ?? false),
  cancel: ({ tx, actor, params }) => cancelImport(tx, actor, params.id),
};
