/**
 * As much of jq as docs/api.md uses: one path such as `.items[0].id`, read from what comes in.
 * Anything else is refused loudly, and so are an input with nothing in it and a path that leads nowhere.
 */
import { text } from 'node:stream/consumers';

function stepsOf(path: string): (string | number)[] {
  if (!/^(\.[A-Za-z_]\w*(\[\d+\])*)+$/.test(path)) throw new Error(`unknown filter: ${path}`);
  return [...path.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
}

function valueAt(value: unknown, step: string | number): unknown {
  const isFit = Array.isArray(value) === (typeof step === 'number');
  const found = isFit ? Object.entries(Object(value)).find(([key]) => key === String(step))?.[1] : null;
  if (found === undefined || found === null) throw new Error(`nothing at ${step}`);
  return found;
}

const [path = '', ...more] = process.argv.slice(2);
if (more.length > 0) throw new Error(`unknown: ${more.join(' ')}`);
const found = stepsOf(path).reduce(valueAt, JSON.parse(await text(process.stdin)));
process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
