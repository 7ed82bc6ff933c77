import { afterEach, expect, test } from 'vitest';
import { watchFocus } from './focus-return.ts';
import { keepTyped, takeTyped, typeInto } from './typed-ahead.ts';

const field = () => document.activeElement as HTMLInputElement;
const press = (key: string) => field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const nothing = { text: '', entered: false };
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

// Test files share one page, so what is left here reaches the next one.
afterEach(() => document.body.replaceChildren());

test('keeps what is typed before the field exists, and delivers it once', () => {
  keepTyped('Busca');
  expect(field().getAttribute('aria-label')).toBe('Busca');
  field().value = 'expedição';
  expect(takeTyped()).toEqual({ text: 'expedição', entered: false });
  expect(takeTyped()).toEqual(nothing);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('keeps an Enter, unless something is typed after it', () => {
  keepTyped('Busca');
  field().value = 'venda';
  press('Enter');
  expect(takeTyped()).toEqual({ text: 'venda', entered: true });
  keepTyped('Busca');
  press('Enter');
  press('v');
  expect(takeTyped().entered).toBe(false);
});

test('Escape cancels: the focus returns, and the next request starts empty', async () => {
  document.body.innerHTML = '<button id="before">before</button>';
  watchFocus();
  document.getElementById('before')?.focus();
  keepTyped('Busca');
  await settled();
  field().value = 'a';
  press('Escape');
  await settled();
  expect(field().id).toBe('before');
  keepTyped('Busca');
  expect(takeTyped()).toEqual(nothing);
});

test('prepends what was kept to the field, which receives an input event', () => {
  document.body.innerHTML = '<input id="real" value="ição" />';
  const real = document.getElementById('real') as HTMLInputElement;
  const heard: string[] = [];
  real.addEventListener('input', () => heard.push(real.value));
  typeInto(real, '');
  typeInto(real, 'exped');
  expect(heard).toEqual(['expedição']);
});

test('a field that appears meanwhile does not take what is typed', async () => {
  document.body.innerHTML = '<main><input id="late" /></main>';
  watchFocus();
  keepTyped('Busca');
  await settled();
  document.getElementById('late')?.focus();
  expect(field().getAttribute('aria-label')).toBe('Busca');
  expect(takeTyped()).toEqual(nothing);
});
