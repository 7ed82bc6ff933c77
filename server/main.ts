import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Half of a start is compiling. What was compiled is kept for the next one, also where this one will be killed.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/easy'));
const { starting } = await import('./run.ts');
await starting;
flushCompileCache();
