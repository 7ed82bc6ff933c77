import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const all = readdirSync(join(root, 'rules')).filter((name) => name.endsWith('.test.ts'));
const needsDatabase = (name: string) =>
  /#server\/test\//.test(readFileSync(join(root, 'rules', name), 'utf8'));

/** Laws that need no database, which `npm run rules` runs alone; the others run with all tests. */
export const quickLaws = all.filter((name) => !needsDatabase(name)).map((name) => `rules/${name}`);
export const otherLaws = all.filter(needsDatabase).map((name) => name.replace('.test.ts', ''));
