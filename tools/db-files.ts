import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { renderSchema } from './render-schema.ts';
import { renderTypes } from './render-types.ts';

// Writes what is generated from the baseline and the migrations: server/db/types.ts and server/db/schema.sql.
const dataDir = mkdtempSync(join(tmpdir(), 'easy-db-files-'));
const folder = join(import.meta.dirname, '..', 'server', 'db');
const database = await startEmbedded({ dataDir, log: console.log, settings: { fsync: 'off' } });
try {
  await migrate(database.ownerUrl);
  writeFileSync(join(folder, 'types.ts'), await renderTypes(database.ownerUrl));
  writeFileSync(join(folder, 'schema.sql'), await renderSchema(database.ownerUrl));
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
