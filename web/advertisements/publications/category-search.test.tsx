import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { itemOf } from '../../test/sample.ts';
import { type Answer, problem, renderScreen } from '../../ui/render-screen.tsx';
import { CategorySearch } from './CategorySearch.tsx';

afterEach(cleanup);

const thermal = itemOf(api.marketplacesCategories.search.response, 'items', {
  ...{ id: 'C2', name: 'Canecas térmicas', leaf: true },
  path: [
    { id: 'C1', name: 'Casa' },
    { id: 'C2', name: 'Canecas térmicas' },
  ],
});

async function open(answer: Answer | (() => Answer)) {
  const chosen: string[] = [];
  const { calls } = await renderScreen(
    () => (
      <CategorySearch
        account={7}
        nameOf={({ path }) => path.map(({ name }) => name).join(' › ')}
        choose={({ id }) => chosen.push(id)}
      />
    ),
    { server: { 'marketplacesCategories.search': answer } },
  );
  const field = await screen.findByRole('combobox', { name: 'Procurar categoria por palavras' });
  const type = (text: string) => {
    field.focus();
    fireEvent.change(field, { target: { value: text } });
  };
  const searched = () =>
    calls
      .filter(({ endpoint }) => endpoint === 'marketplacesCategories.search')
      .map(({ url }) => url.searchParams.get('text'));
  return { chosen, field, type, searched };
}

test('words find categories with their path, and the keyboard takes the first', async () => {
  const { chosen, field, type, searched } = await open({ body: { items: [thermal] } });
  type('caneca térmica');
  await screen.findByRole('option', { name: 'Casa › Canecas térmicas' });
  expect(searched()).toEqual(['caneca térmica']);
  fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(chosen).toEqual(['C2']));
});

test('Enter takes the first category once it is found, and nothing while it is searched', async () => {
  const { chosen, field, type } = await open({ body: { items: [thermal] } });
  type('caneca térmica');
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  expect(chosen).toEqual([]);
  await screen.findByRole('option', { name: 'Casa › Canecas térmicas' });
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  expect(chosen).toEqual(['C2']);
});

test('says that nothing was found', async () => {
  const { type } = await open({ body: { items: [] } });
  type('zzzz');
  expect(await screen.findByText('Nada encontrado')).toBeTruthy();
});

test('a search that failed says so and can be repeated', async () => {
  let fails = true;
  const { type } = await open(() =>
    fails ? { status: 422, body: problem(422, 'upstream_rejected') } : { body: { items: [thermal] } },
  );
  type('caneca');
  const again = await screen.findByRole('button', { name: 'Tentar novamente' });
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByRole('option', { name: 'Casa › Canecas térmicas' })).toBeTruthy();
});

test('one letter searches nothing; the next one does', async () => {
  const { type, searched } = await open({ body: { items: [thermal] } });
  type('c');
  expect(screen.queryByRole('option')).toBeNull();
  type('ca');
  await screen.findByRole('option', { name: 'Casa › Canecas térmicas' });
  expect(searched()).toEqual(['ca']);
});
