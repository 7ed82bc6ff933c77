/** Markup that is already safe; everything else put into a page is escaped. */
export type Html = { markup: string };

type Content = Html | string | number | null | undefined | false | readonly Content[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

const isHtml = (content: object): content is Html => 'markup' in content;

const render = (content: Content): string => {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  return isHtml(content) ? content.markup : content.map(render).join('');
};

export const html = (parts: TemplateStringsArray, ...values: Content[]): Html => ({
  markup: parts.map((part, index) => part + render(values[index])).join(''),
});

/** R$ 1.234,50 */
export const reais = (value: number): string =>
  value.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });

/** dd/mm/yyyy hh:mm, Brasília. */
export const whenPt = (iso: string): string =>
  new Date(iso)
    .toLocaleString('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    .replace(',', '');

export const cepPt = (zip: string): string => zip.replace(/^(\d{5})(\d{3})$/, '$1-$2');
