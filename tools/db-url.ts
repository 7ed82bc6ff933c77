import { resolve } from 'node:path';
import { findRunning } from '../server/db/embedded.ts';

// The superuser's connection to the embedded database of DATA_DIR, for psql and pg_dump.
const running = findRunning(resolve(process.env.DATA_DIR || './data'));
if (running === undefined) {
  console.error('No embedded database runs on this DATA_DIR.');
  process.exit(1);
}
console.log(running.adminUrl);
