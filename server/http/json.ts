import { fail } from '#server/fault.ts';
import { parseRemoteJson } from '#server/outside/json.ts';

const maxDepth = 32;

/**
 * JSON of limited depth, without repeated names and without names that reach prototypes, which two parsers could read
 * differently. An integer that a double cannot represent becomes text, so that no id turns into another one.
 */
export function parseJson(text: string): unknown {
  refuseAmbiguous(text);
  try {
    return parseRemoteJson(text);
  } catch {
    fail('malformed');
  }
}

/** One pass over the characters. Text that is not JSON may pass: the parser after it refuses it. */
function refuseAmbiguous(text: string): void {
  const names: Set<string>[] = [];
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === 34) {
      const end = endOfString(text, index);
      if (isName(text, end + 1)) refuseRepeated(names.at(-1), text.slice(index, end + 1));
      index = end;
    } else if (char === 123 || char === 91) {
      if (names.push(new Set()) > maxDepth) fail('malformed');
    } else if (char === 125 || char === 93) names.pop();
  }
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (char === 92) index++;
    else if (char === 34) return index;
  }
  return text.length;
}

/** A string before a colon is a name. */
function isName(text: string, from: number): boolean {
  let index = from;
  while (text.charCodeAt(index) <= 32) index++;
  return text.charCodeAt(index) === 58;
}

function refuseRepeated(names: Set<string> | undefined, quoted: string): void {
  const name = quoted.includes('\\') ? readName(quoted) : quoted.slice(1, -1);
  if (name === '__proto__' || names?.has(name)) fail('malformed');
  names?.add(name);
}

function readName(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    fail('malformed');
  }
}
