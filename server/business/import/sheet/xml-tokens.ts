import { SheetFault } from './sheet-fault.ts';

export type XmlToken =
  | { type: 'open'; name: string; attributes: string; isEmpty: boolean }
  | { type: 'close'; name: string }
  | { type: 'text'; text: string };

/** A tag or a text longer than this is no sheet's. */
const longestToken = 262_144;

/** Tags and texts of XML as it arrives, a list for each piece. Declarations of types, and so entities, are refused. */
export function createXmlReader() {
  let rest = '';
  return (piece: string): XmlToken[] => {
    rest += piece;
    const tokens: XmlToken[] = [];
    let at = 0;
    for (;;) {
      const found = nextToken(rest, at);
      if (!found) break;
      if (found.token) tokens.push(found.token);
      at = found.end;
    }
    rest = rest.slice(at);
    if (rest.length > longestToken) throw new SheetFault('sheet_too_big');
    return tokens;
  };
}

function nextToken(xml: string, at: number): { token: XmlToken | null; end: number } | null {
  if (xml[at] !== '<') {
    const end = xml.indexOf('<', at);
    return end <= at ? null : { token: { type: 'text', text: decode(xml.slice(at, end)) }, end };
  }
  for (const [start, stop] of [
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    if (!xml.startsWith(start, at)) continue;
    const end = xml.indexOf(stop, at + start.length);
    if (end < 0) return null;
    const text = xml.slice(at + start.length, end);
    return { token: start === '<![CDATA[' ? { type: 'text', text } : null, end: end + stop.length };
  }
  if (xml.length - at < 9 && '<![CDATA['.startsWith(xml.slice(at))) return null;
  if (xml[at + 1] === '!') throw new SheetFault('sheet_unreadable');
  const end = endOfTag(xml, at);
  return end < 0 ? null : { token: tagOf(xml.slice(at + 1, end)), end: end + 1 };
}

/** The `>` that closes a tag: one between quotes is a value's. */
function endOfTag(xml: string, at: number): number {
  let from = at;
  for (;;) {
    const end = xml.indexOf('>', from);
    const quote = xml.indexOf('"', from);
    if (end < 0 || quote < 0 || end < quote) return end;
    const closing = xml.indexOf('"', quote + 1);
    if (closing < 0) return -1;
    from = closing + 1;
  }
}

function tagOf(tag: string): XmlToken {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  if (tag.startsWith('/')) return { type: 'close', name: local(tag.slice(1).trim()) };
  const isEmpty = tag.endsWith('/');
  const body = isEmpty ? tag.slice(0, -1) : tag;
  const space = body.search(/\s/);
  const name = space < 0 ? body : body.slice(0, space);
  return { type: 'open', name: local(name), attributes: space < 0 ? '' : body.slice(space), isEmpty };
}

/** The value of an attribute in the text of a tag. */
export function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decode(value);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, dec, name) => {
    if (name) return named[String(name)] ?? whole;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(dec);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
