import { enumerateAll } from './enumerate-all.ts';
import { setStage } from './stage.ts';
import { buildArchive, documentUseCases } from './use-cases/documents.ts';

enumerateAll(await setStage(buildArchive), documentUseCases, [
  'two invoices paid by one Pix',
  'return closed',
]);
