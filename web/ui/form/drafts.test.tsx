import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import ProductCreatePage from '../../products/ProductCreatePage.tsx';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../render-screen.tsx';
import { newTempId } from './collection.ts';
import { forgetDrafts, readDraft, writeDraft } from './drafts.ts';

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', paths.products.create());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = () =>
  renderScreen(ProductCreatePage, {
    screen: paths.products.create,
    at: paths.products.create(),
    server: {
      'categories.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'productsTags.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    },
  });
const name = () => screen.findByLabelText<HTMLInputElement>(/^Nome/, { selector: 'input[name="name"]' });
const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('easy.draft '));
/** As after a reload: storage stays, and components are removed without leaving the screen. */
function reload(): void {
  const kept = drafts().map((key) => [key, sessionStorage.getItem(key) ?? ''] as const);
  cleanup();
  queryClient.clear();
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
}

test('typed data is restored after a reload, with a notice', async () => {
  await open();
  fireEvent.change(await name(), { target: { value: 'Camiseta Básica' } });
  await waitFor(() => expect(drafts()).toHaveLength(1));
  reload();
  await open();
  await waitFor(async () => expect((await name()).value).toBe('Camiseta Básica'));
  await screen.findByText(/O que você tinha digitado voltou/);
});

test('a discarded draft is not restored', async () => {
  await open();
  fireEvent.change(await name(), { target: { value: 'Camiseta Básica' } });
  await waitFor(() => expect(drafts()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Descartar alterações' }));
  await waitFor(() => expect(drafts()).toEqual([]));
});

test('leaving the screen while signed in ends its draft', async () => {
  await open();
  fireEvent.change(await name(), { target: { value: 'Camiseta Básica' } });
  await waitFor(() => expect(drafts()).toHaveLength(1));
  cleanup();
  expect(drafts()).toEqual([]);
});

test('signing out ends all drafts', () => {
  writeDraft('easy.draft one', { values: { name: 'x' }, version: undefined });
  forgetDrafts();
  expect(drafts()).toEqual([]);
});

test('nothing with a secret in it is written, and chosen files are left out with what refers to them', () => {
  writeDraft('easy.draft secret', { values: { name: 'x', inner: { password: 'y' } }, version: 1 });
  expect(drafts()).toEqual([]);
  const images = [{ id: 4 }, { id: -1, file: new File(['x'], 'x.png') }];
  const values = { name: 'x', images, variations: [{ id: 9, images: [4, -1] }] };
  writeDraft('easy.draft files', { values, version: 1 });
  expect(readDraft('easy.draft files', values)).toEqual({
    values: { name: 'x', images: [{ id: 4 }], variations: [{ id: 9, images: [4] }] },
    version: 1,
  });
});

test('a draft of a form with other fields is left out', () => {
  writeDraft('easy.draft old', { values: { name: 'x' }, version: 1 });
  expect(readDraft('easy.draft old', { name: '', brand: '' })).toBeNull();
});

test('a line that is added after a reload has a temporary id that no restored line has', () => {
  writeDraft('easy.draft lines', { values: { lines: [{ tempId: 'new-4100' }] }, version: 1 });
  readDraft('easy.draft lines', { lines: [] });
  expect(newTempId()).toBe('new-4101');
});
