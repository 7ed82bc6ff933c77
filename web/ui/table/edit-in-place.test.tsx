import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { parseMoney } from '#contract/money.ts';
import { renderScreen } from '../render-screen.tsx';
import { EditInPlace } from './EditInPlace.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const priceOfMug = 'Mudar o preço de Caneca';

async function open(onSave: (value: number | null) => Promise<boolean>) {
  await renderScreen(() => (
    <EditInPlace label={priceOfMug} text="59,90" parse={parseMoney} onSave={onSave}>
      R$ 59,90
    </EditInPlace>
  ));
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(priceOfMug) }));
  return screen.findByRole('textbox', { name: priceOfMug });
}

const type = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: 'Enter' });
};

test('edits a value in place; after a refusal the typed text stays', async () => {
  const saved: (number | null)[] = [];
  const field = await open(async (value) => saved.push(value) > 1);
  type(field, '64,90');
  await waitFor(() => expect(saved).toEqual([6490]));
  await waitFor(() => expect(field).toHaveProperty('disabled', false));
  expect(field).toHaveProperty('value', '64,90');
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('button', { name: new RegExp(priceOfMug) });
  expect(saved).toEqual([6490, 6490]);
});

test('reports an invalid value beside the field and does not save it; Escape cancels', async () => {
  const save = vi.fn(async () => true);
  const field = await open(save);
  type(field, 'dez');
  expect((await screen.findByRole('alert')).textContent).toBe('Valor inválido');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  fireEvent.keyDown(field, { key: 'Escape' });
  await screen.findByRole('button', { name: new RegExp(priceOfMug) });
  expect(save).not.toHaveBeenCalled();
});
