const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
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
