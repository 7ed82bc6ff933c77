import { fail } from '#server/fault.ts';
import { parseRemoteJson } from '#server/outside/json.ts';

const maxDepth = 32;

/**
 * JSON with a bounded depth, each name once, and none that reaches prototypes: what two readers could read differently. A
 * whole number that a double cannot hold is text, so that no id turns into its neighbour.
 */
export function parseJson(text: string): unknown {
  refuseAmbiguous(text);
  try {
    return parseRemoteJson(text);
  } catch {
    fail('malformed');
  }
}

/** One pass over the characters. Text that is no JSON may get through: the parser that follows refuses it. */
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

/** A string is a name when a colon follows. */
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
