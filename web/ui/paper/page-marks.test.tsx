import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { PageMarks } from './PageMarks.tsx';

afterEach(cleanup);

test('number, vendor, stamp and page n of m are in the margins of every page, for any name of the vendor', async () => {
  const what = 'Pedido de compra 41 · "Vale" \\ Filhos }\n@page{}';
  const { container } = await renderScreen(() => <PageMarks what={what} stamp="Cancelado" />, {});
  const styles = [...container.querySelectorAll('style')].map(({ textContent }) => textContent ?? '');
  const css = styles.find((text) => text.includes('@page')) ?? '';
  expect(css).toContain(
    String.raw`@top-left { content: "Pedido de compra 41 · \"Vale\" \\ Filhos } @page{}"`,
  );
  expect(css).toContain('@top-right { content: "Cancelado"');
  expect(css).toContain('content: "Página " counter(page) " de " counter(pages) ""');
});
