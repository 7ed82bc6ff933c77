import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Not TypeScript: what was compiled is kept for the next start, types stripped, so that most starts load no compiler.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/easy'));
// Nearly all that a start makes stays: room for what does not would only be taken and never given back.
setFlagsFromString('--semi-space-growth-factor=1');
const { starting } = await import('./run.ts');
await starting;
setFlagsFromString('--semi-space-growth-factor=2');
// Once the first requests are answered: what does not stay goes, for at rest nothing would come along to collect it.
setTimeout(() => {
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}, 5000).unref();
