import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../ui/render-screen.tsx';
import type { PartValues } from './advertisement-values.ts';
import { ComposedParts } from './ComposedParts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const part = (id: number, more: Partial<PartValues> = {}): PartValues => ({
  ...{ offer: { id, name: `Caneca ${id}` }, quantity: 1, sku: `CAN-${id}`, supplier: 'Casa Serena' },
  ...{ warehouseId: 3, price: 2990, available: 4, ...more },
});

const last: { parts: PartValues[] } = { parts: [] };
function Composing() {
  const [parts, setParts] = useState([part(1), part(2, { active: false, price: null, held: true })]);
  last.parts = parts;
  return <ComposedParts parts={parts} change={setParts} />;
}

test('a part changes its quantity, and another one is removed', async () => {
  await renderScreen(Composing);
  const quantity = await screen.findByRole('textbox', { name: /: Caneca 1$/ });
  fireEvent.change(quantity, { target: { value: '3' } });
  fireEvent.blur(quantity);
  fireEvent.click(screen.getByRole('button', { name: /Caneca 2/ }));
  expect(last.parts.map(({ offer, quantity: units }) => [offer.id, units])).toEqual([[1, 3]]);
});

test('a withdrawn and held offer says both instead of a price', async () => {
  await renderScreen(Composing);
  await screen.findByText('Oferta retirada pelo fornecedor');
  expect(screen.getByText('Retido pelo fornecedor: fatura vencida')).toBeTruthy();
  expect(screen.getAllByText('R$ 29,90')).toHaveLength(1);
});
