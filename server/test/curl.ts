/**
 * As much of curl as docs/api.md uses, so that its commands run where there is only Node and a shell.
 * What it does not know is refused loudly.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const exitOfRefusal = 22;

type Call = {
  url: string;
  method: string;
  headers: [string, string][];
  data: string[];
  form: FormData | null;
  isQuery: boolean;
};

/** `name=value`: the value is encoded. */
function encoded(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 1) throw new Error(`--data-urlencode without a name: ${pair}`);
  return `${pair.slice(0, at)}=${encodeURIComponent(pair.slice(at + 1))}`;
}

function headerOf(line: string): [string, string] {
  const at = line.indexOf(':');
  if (at < 1) throw new Error(`no header: ${line}`);
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

const valued: Record<string, (call: Call, value: string) => void> = {
  '-H': (call, value) => call.headers.push(headerOf(value)),
  '-X': (call, value) => {
    call.method = value;
  },
  '-d': (call, value) => call.data.push(value),
  /** `name=value`, or `name=@path` for a file. */
  '-F': (call, value) => {
    const [, name = '', at = '', rest = ''] = /^(\w+)=(@?)(.*)$/s.exec(value) ?? [];
    if (name === '') throw new Error(`no part: ${value}`);
    call.form ??= new FormData();
    call.form.append(name, at ? new File([readFileSync(rest)], basename(rest)) : rest);
  },
  '--data-urlencode': (call, value) => call.data.push(encoded(value)),
};

function parse(words: readonly string[]): Call {
  const call: Call = { url: '', method: '', headers: [], data: [], form: null, isQuery: false };
  const flags = new Set<string>();
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const take = valued[word];
    if (take) {
      const value = rest.shift();
      if (value === undefined) throw new Error(`${word} without a value`);
      take(call, value);
    } else if (/^-[fsSG]+$/.test(word)) {
      for (const flag of word.slice(1)) flags.add(flag);
    } else if (word.startsWith('-') || call.url !== '') throw new Error(`unknown: ${word}`);
    else call.url = word;
  }
  if (!['f', 's', 'S'].every((flag) => flags.has(flag))) throw new Error('only with -fsS');
  return { ...call, isQuery: flags.has('G') };
}

async function run({ url, method, headers, data, form, isQuery }: Call): Promise<void> {
  const joined = data.join('&');
  const hasBody = joined !== '' && !isQuery;
  const all = new Headers(headers);
  if (hasBody && !all.has('Content-Type')) all.set('Content-Type', 'application/x-www-form-urlencoded');
  const answer = await fetch(isQuery && joined !== '' ? `${url}?${joined}` : url, {
    method: method || (hasBody || form ? 'POST' : 'GET'),
    headers: all,
    redirect: 'manual',
    ...(hasBody && { body: joined }),
    ...(form && { body: form }),
  });
  if (answer.status >= 400) {
    process.stderr.write(`curl: (${exitOfRefusal}) The requested URL returned error: ${answer.status}\n`);
    process.exitCode = exitOfRefusal;
    return;
  }
  process.stdout.write(Buffer.from(await answer.arrayBuffer()));
}

await run(parse(process.argv.slice(2)));
