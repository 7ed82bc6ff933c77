import { expect, test } from 'vitest';
import { watchFocus } from './focus-return.ts';

const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test('a closed dialog returns the focus to its former place', async () => {
  document.body.innerHTML = '<button id="open">open</button><button id="other">other</button>';
  watchFocus();
  document.getElementById('open')?.focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><button id="inside">x</button></div>');
  document.getElementById('inside')?.focus();
  await settled();
  document.querySelector('[role=dialog]')?.remove();
  await settled();
  expect(document.activeElement?.id).toBe('open');
});

test('a dialog that moved the focus itself is left alone', async () => {
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>');
  await settled();
  document.getElementById('other')?.focus();
  document.querySelector('[role=dialog]')?.remove();
  await settled();
  expect(document.activeElement?.id).toBe('other');
});

test('a dialog over another returns the focus to the one below', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" id="below"><button id="act">x</button></div>',
  );
  document.getElementById('act')?.focus();
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="above"><input id="field" /></div>');
  document.getElementById('field')?.focus();
  await settled();
  document.getElementById('above')?.remove();
  await settled();
  expect(document.activeElement?.id).toBe('act');
  document.getElementById('below')?.remove();
  await settled();
  expect(document.activeElement?.id).toBe('other');
});

test('a field that appears late does not take the focus from a modal dialog, and gets it once that is closed', async () => {
  document.body.insertAdjacentHTML('beforeend', '<main><input id="late" /></main>');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div role="dialog" aria-modal="true"><input id="search" /></div>',
  );
  document.getElementById('search')?.focus();
  await settled();
  document.getElementById('late')?.focus();
  expect(document.activeElement?.id).toBe('search');
  document.querySelector('[role=dialog]')?.remove();
  await settled();
  expect(document.activeElement?.id).toBe('late');
});
