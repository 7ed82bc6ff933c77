import type { Files } from '#contract/endpoint.ts';
import { fail } from '#server/fault.ts';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

export type Upload = { name: string; bytes: Buffer };
export type Multipart = { data: unknown; files: Upload[] };

/** Reads a multipart body: part `data` is the JSON, every other part a file. Sizes and counts are cut off while reading. */
export async function readMultipart(request: FastifyRequest, rule: Files): Promise<Multipart> {
  const files: Upload[] = [];
  let data: unknown;
  const parts = request.parts({
    limits: {
      files: rule.max,
      fileSize: rule.maxBytes,
      fields: 1,
      fieldSize: 1_048_576,
      parts: rule.max + 1,
    },
  });
  try {
    for await (const part of parts) {
      if (part.type === 'file') {
        files.push({ name: cleanName(part.filename), bytes: await part.toBuffer() });
      } else if (part.fieldname === 'data') {
        data = parseJson(String(part.value));
      } else {
        fail('malformed');
      }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_FILES_LIMIT') {
      fail(rule.accept === 'image' ? 'image_too_big' : 'payload_too_large');
    }
    // A body that breaks off, or is no multipart at all, has no code of its own.
    const broken =
      error instanceof Error && /^(Unexpected end of|Part terminated early|Malformed)/.test(error.message);
    if (code.startsWith('FST_') || broken) fail('malformed');
    throw error;
  }
  return { data, files };
}

/** The name is shown, never used as a path. */
function cleanName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).pop() ?? '';
  // Control (Cc) and direction (Cf) marks have no place in a file name.
  return base.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(-120) || 'file';
}

const maxDepth = 32;

/** JSON with a bounded depth, each name once, and none that reaches prototypes: what two readers could read differently. */
export function parseJson(text: string): unknown {
  refuseAmbiguous(text);
  try {
    return JSON.parse(text);
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
