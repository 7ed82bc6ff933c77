import { useTranslation } from '../../i18n.ts';

type PageMarksProps = {
  /** Title and owner of the document on every page, because pages may be separated. */
  what: string;
  /** What makes the document void, such as its cancellation. */
  stamp?: string | false;
};

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]+/g, ' ')}"`;

/**
 * Prints the marks and "page n of m" in the margins of every page. A browser without page margin boxes prints the
 * title and page number by itself.
 */
export function PageMarks({ what, stamp }: PageMarksProps) {
  const { t } = useTranslation();
  // The browser counts pages, so the text is split around both numbers.
  const words = t('paper.page', { page: '\n', pages: '\n' }).split('\n').map(quoted);
  const [before = '""', between = '""', after = '""'] = words;
  return (
    <style>{`@page {
      margin-top: 18mm;
      margin-bottom: 16mm;
      @top-left { content: ${quoted(what)}; font: 9pt sans-serif; color: #444; text-align: left; width: 70%; }
      @top-right { content: ${quoted(stamp || '')}; font: bold 12pt sans-serif; color: #a11; text-transform: uppercase; }
      @bottom-right {
        content: ${before} counter(page) ${between} counter(pages) ${after};
        font: 9pt sans-serif; color: #444;
      }
    }`}</style>
  );
}
