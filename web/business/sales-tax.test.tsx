import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { queryClient } from '../queries.ts';
import { sampleOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { BusinessSection } from './BusinessSection.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a seller without a rate reads that no tax is counted, and enters one', async () => {
  const shop = sampleOf(api.business.detail.response, { type: 'sales', name: 'Loja', salesTaxes: [] });
  const { calls } = await renderScreen(BusinessSection, {
    server: { 'business.detail': { body: shop }, 'business.taxSales': { body: shop } },
  });
  await screen.findByText(
    'Nenhum imposto informado: o lucro das vendas e a margem dos anúncios não descontam imposto.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Informar imposto' }));
  fireEvent.change(await screen.findByLabelText(/Alíquota efetiva/), { target: { value: '6,5' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Salvar' }).at(-1) as HTMLElement);
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'business.taxSales')?.body)
    .toMatchObject({ salesTaxes: [{ regime: 'simples', basisPoints: 650 }] });
});
