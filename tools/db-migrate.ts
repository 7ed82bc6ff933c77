import { admitLogin, migrate } from '../server/db/migrate.ts';

// Migrates the database to this release and grants the application's login its roles, for processes that do not know
// the owner.
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: loginUrl } = process.env;
if (!ownerUrl) {
  console.error('DATABASE_OWNER_URL: is missing, the connection of the role that owns the database.');
  process.exit(1);
}
await migrate(ownerUrl);
if (loginUrl) await admitLogin(ownerUrl, loginUrl);
console.log('The database has every migration of this release.');
