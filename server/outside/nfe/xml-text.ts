/** Encodings that billing programs write, as an XML declaration names them. */
const encodings = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['iso_8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['latin-1', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
]);

const marks = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const;

/** The text of an XML file in the encoding of its mark or its declaration; undefined if the bytes do not fit it. */
export function decodeXml(bytes: Buffer): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  try {
    // Programs put line ends and a second mark in front of the declaration, which a parser refuses.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).trim();
  } catch {
    return undefined;
  }
}

function encodingOf(bytes: Buffer): string | undefined {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked[1];
  const declaration = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    bytes.subarray(0, 300).toString('latin1'),
  );
  return declaration ? encodings.get((declaration[1] ?? '').toLowerCase()) : 'utf-8';
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Without comments, and CDATA as the equivalent escaped text; undefined if one does not end. */
export function escapeSections(xml: string): string | undefined {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const comment = xml.indexOf('<!--', from);
    const section = xml.indexOf('<![CDATA[', from);
    if (comment < 0 && section < 0) return parts.join('') + xml.slice(from);
    const isComment = section < 0 || (comment >= 0 && comment < section);
    const start = isComment ? comment : section;
    const end = isComment ? xml.indexOf('-->', start + 4) : xml.indexOf(']]>', start + 9);
    if (end < 0) return undefined;
    parts.push(xml.slice(from, start));
    if (!isComment)
      parts.push(xml.slice(start + 9, end).replace(/[&<>]/g, (character) => escaped[character] ?? ''));
    from = end + 3;
  }
}

const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five predefined entities and characters by their number, each read once: `&amp;lt;` is `&lt;`. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g,
    (_, hex, digits, name) =>
      name === undefined
        ? characterOf(hex === undefined ? Number(digits) : Number.parseInt(hex, 16))
        : (predefined[name] ?? ''),
  );
}

/** Empty for what XML has no character for: control characters and halves of surrogate pairs. */
function characterOf(code: number): string {
  const isText =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code < 0xd800) ||
    (code > 0xdfff && code <= 0x10ffff);
  return isText ? String.fromCodePoint(code) : '';
}
