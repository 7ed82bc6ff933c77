import { cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { Unbroken } from './Unbroken.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('on a narrow screen each code with hyphens is kept on one line, and the text stays the same', async () => {
  const text = 'CAN-04-1 não é da venda: PAN-05-1 · Panela';
  const { container } = await renderScreen(
    () => (
      <output>
        <Unbroken text={text} />
      </output>
    ),
    { isPhone: true },
  );
  const output = container.querySelector('output');
  expect(output?.textContent).toBe(text);
  const kept = [...(output?.querySelectorAll('span') ?? [])].map(({ textContent }) => textContent);
  expect(kept).toEqual(['CAN-04-1', 'PAN-05-1']);
});
