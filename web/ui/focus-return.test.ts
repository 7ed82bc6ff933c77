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

const dialogWith = (body: string) =>
  document.body.insertAdjacentHTML(
    'beforeend',
    `<div role="dialog"><header><button id="close">x</button></header>${body}</div>`,
  );
const focused = () => document.activeElement?.id;
const close = () => {
  document.querySelector('[role=dialog]')?.remove();
  return settled();
};

test('a dialog that opens on its close button gives the focus to its first field that can be used', async () => {
  dialogWith('<input type="hidden" /><input disabled /><textarea id="reason"></textarea>');
  document.getElementById('close')?.focus();
  expect(focused()).toBe('reason');
  expect(document.querySelector('[data-autofocus]')?.id).toBe('reason');
  await close();
});

test('a field that loads later gets the focus, unless a key was pressed meanwhile', async () => {
  for (const key of [undefined, 'Tab']) {
    dialogWith('');
    document.getElementById('close')?.focus();
    if (key) document.dispatchEvent(new KeyboardEvent('keydown', { key }));
    document.querySelector('[role=dialog]')?.insertAdjacentHTML('beforeend', '<input id="late" />');
    await settled();
    expect(focused()).toBe(key ? 'close' : 'late');
    await close();
  }
});

test('a person who goes back to the close button stays there', async () => {
  dialogWith('<input id="first" />');
  document.getElementById('first')?.focus();
  document.getElementById('close')?.focus();
  expect(focused()).toBe('close');
  await close();
});
