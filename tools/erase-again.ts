import { systemClock } from '../contract/dates.ts';
import { composeOutside } from '../server/app.ts';
import { findRunning } from '../server/db/embedded.ts';
import { createDatabase } from '../server/db/transaction.ts';
import { readEnvironment } from '../server/env.ts';
import { eraseAgain } from '../server/erase-again.ts';
import { subscribers } from '../server/subscribers.ts';

// After a restore: erases once more what was erased since the backup, by the journal that lies with the files.
const env = readEnvironment([]);
const url = env.database?.loginUrl ?? findRunning(env.dataDir)?.loginUrl;
if (url === undefined) {
  console.error('No embedded database runs on this DATA_DIR, and DATABASE_URL is not set.');
  process.exit(1);
}
const { secretKey } = env;
const database = createDatabase({
  url,
  poolSize: 2,
  clock: systemClock,
  secretKey,
  subscribers,
  onError: (error) => console.error(error),
});
const { entries, people, accounts } = await eraseAgain(database, composeOutside(env, systemClock).storage);
await database.close();
console.log(
  `${entries} entries in the journal: ${people} people erased again; buyers of ${accounts} requests follow as a job.`,
);
