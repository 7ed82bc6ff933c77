const marks = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
  ordm: 'º',
  ordf: 'ª',
  deg: '°',
  ndash: '–',
  mdash: '—',
  bull: '•',
  reg: '®',
  trade: '™',
  copy: '©',
};

/** `ccedil`: a letter and its mark. */
function letterOf(name: string): string | undefined {
  const [, letter = '', mark = ''] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const sign = Object.entries(marks).find(([key]) => key === mark)?.[1];
  return sign && `${letter}${sign}`.normalize('NFC');
}

function characterOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? letterOf(name) ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** The text of HTML: paragraphs and lines, without its markup. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '• ')
    .replace(/<\/(li|tr)>/gi, '\n')
    .replace(/<\/(p|div|ul|ol|table|h[1-6])>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, characterOf)
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Markup in it, and not just a sign that HTML uses too. */
export const isHtml = (text: string): boolean =>
  /<\/?(p|br|div|span|b|i|u|strong|em|ul|ol|li|h[1-6]|table|tr|td|img|a|font)\b[^<>]*>|&[a-z]{2,8};/i.test(
    text,
  );
