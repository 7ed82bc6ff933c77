import { afterEach, expect, test } from 'vitest';
import { watchFocus } from './focus-return.ts';
import { keepTyped, takeTyped, typeInto } from './typed-ahead.ts';

const field = () => document.activeElement as HTMLInputElement;
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

// Files share one page: what stays here, the next one finds.
afterEach(() => document.body.replaceChildren());

test('what is typed before the field is there is kept, and taken once', () => {
  keepTyped('Busca');
  expect(field().getAttribute('aria-label')).toBe('Busca');
  field().value = 'expedição';
  expect(takeTyped()).toBe('expedição');
  expect(takeTyped()).toBe('');
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('Escape gives up: the focus is back where it was, and asking again begins anew', async () => {
  document.body.innerHTML = '<button id="before">before</button>';
  watchFocus();
  document.getElementById('before')?.focus();
  keepTyped('Busca');
  await settled();
  field().value = 'a';
  field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await settled();
  expect(field().id).toBe('before');
  keepTyped('Busca');
  expect(takeTyped()).toBe('');
});

test('what was kept stands before what is there, and the field hears of it', () => {
  document.body.innerHTML = '<input id="real" value="ição" />';
  const real = document.getElementById('real') as HTMLInputElement;
  const heard: string[] = [];
  real.addEventListener('input', () => heard.push(real.value));
  typeInto(real, '');
  typeInto(real, 'exped');
  expect(heard).toEqual(['expedição']);
});
