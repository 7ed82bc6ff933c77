import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Locale } from '#contract/messages/locale.ts';
import { startI18n } from '../../i18n.ts';
import { renderScreen } from '../render-screen.tsx';
import { MoneyField } from './brazilian-fields.tsx';
import { NumberField } from './NumberField.tsx';

const changed = vi.fn<(value: number | null) => void>();

function Fields() {
  const [value, setValue] = useState<number | null>(null);
  const change = (next: number | null) => {
    changed(next);
    setValue(next);
  };
  return (
    <>
      <NumberField label="units" value={value} onChange={change} max={12} />
      <NumberField label="size" value={null} onChange={changed} decimals={1} unit="cm" />
      <NumberField label="weight" value={null} onChange={changed} decimals={3} unit="kg" />
      <MoneyField label="price" value={null} onChange={changed} />
    </>
  );
}

async function start(locale: Locale) {
  await renderScreen(Fields);
  await startI18n(locale);
  await screen.findByLabelText('units');
}

afterEach(async () => {
  cleanup();
  changed.mockClear();
  await startI18n('pt');
});

/** Types a text and leaves the field: the value that the form gets, what the field shows, and its error. */
function type(label: string, text: string) {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = described.map((id) => document.getElementById(id)?.textContent ?? '').join('');
  return [changed.mock.lastCall?.[0], field.value, error];
}

test('a comma and a point are decimals in both languages, and shown as the language writes them', async () => {
  await start('pt');
  expect(type('size', '2.5')).toEqual([2.5, '2,5', '']);
  expect(type('price', '49.90')).toEqual([4990, '49,90', '']);
  await startI18n('en');
  expect(type('size', '2,5')).toEqual([2.5, '2.5', '']);
  expect(type('price', '1,234.56')).toEqual([123_456, '1.234,56', '']);
});

test('a text with two readings is no value, and the field names both', async () => {
  await start('pt');
  expect(type('weight', '1.234')).toEqual([
    Number.NaN,
    '1.234',
    'Escreva 1234 ou 1,234: assim há duas leituras',
  ]);
  expect(type('weight', '1,234')).toEqual([1.234, '1,234', '']);
  expect(type('weight', '1234')).toEqual([1234, '1234', '']);
  await startI18n('en');
  expect(type('weight', '1,234')).toEqual([
    Number.NaN,
    '1,234',
    'Enter 1234 or 1.234: this can be read both ways',
  ]);
  expect(type('price', '1,234')[0]).toBeNaN();
});

test('a whole number keeps its sign and never loses a separator', async () => {
  await start('pt');
  expect(type('units', '1.000')).toEqual([1000, '1.000', '']);
  expect(type('units', '-5')).toEqual([-5, '-5', '']);
  expect(type('units', '2,5')).toEqual([Number.NaN, '2,5', 'Digite um número inteiro']);
  expect(type('units', '')).toEqual([null, '', '']);
});

test('arrow keys change a whole number by its step, within its limits', async () => {
  await start('pt');
  const field = screen.getByLabelText<HTMLInputElement>('units');
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) fireEvent.keyDown(field, { key });
  expect([field.value, changed.mock.lastCall?.[0]]).toEqual(['1', 1]);
  type('units', '12');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe('12');
});
