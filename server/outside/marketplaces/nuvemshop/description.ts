const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  apos: "'",
};

/** Plain text as the page that the store shows: paragraphs and lines, nothing of it is markup. */
export function asHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

/** The text of a page, without its markup. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|div|li|h[1-6])>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#\d{1,6}|\w+);/g, (whole, name: string) =>
      name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (named[name] ?? whole),
    )
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
