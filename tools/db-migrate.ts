import { admitLogin, migrate } from '../server/db/migrate.ts';

// For processes that do not know the owner: brings the database to this release, and lets the application's login in.
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: loginUrl } = process.env;
if (!ownerUrl) {
  console.error('DATABASE_OWNER_URL: is missing, the connection of the role that owns the database.');
  process.exit(1);
}
await migrate(ownerUrl);
if (loginUrl) await admitLogin(ownerUrl, loginUrl);
console.log('The database has every migration of this release.');
