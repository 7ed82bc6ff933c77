import { systemClock } from '../contract/dates.ts';
import { resetSecondStep } from '../server/account/sign-in/operator-reset.ts';
import { findRunning } from '../server/db/embedded.ts';
import { createDatabase } from '../server/db/transaction.ts';
import { readEnvironment } from '../server/env.ts';
import { subscribers } from '../server/subscribers.ts';

// For an owner who lost phone, passkeys and recovery codes; the operator has verified the person's identity before.
const [email] = process.argv.slice(2);
if (email === undefined) fail('Usage: npm run two-step:reset -- <e-mail>');
const env = readEnvironment([]);
const url = env.database?.loginUrl ?? findRunning(env.dataDir)?.loginUrl;
if (url === undefined) fail('No embedded database runs on this DATA_DIR, and DATABASE_URL is not set.');

const { secretKey } = env;
const database = createDatabase({
  url,
  poolSize: 2,
  clock: systemClock,
  secretKey,
  subscribers,
  onError: (error) => console.error(error),
});
const isReset = await resetSecondStep(database, email);
await database.close();
if (!isReset) fail(`Nobody has the e-mail ${email}.`);
console.log(`${email} signs in by password alone, and was signed out everywhere.`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
