import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { messages } from '#contract/messages/index.ts';
import { queryClient, useApi } from '../../queries.ts';
import { type Answer, problem, renderScreen } from '../render-screen.tsx';
import { ErrorState } from './EmptyState.tsx';

const { act, notFound, forbidden } = messages.pt.ui;
const back = { label: 'Produtos', to: '/products/product/list' } as const;

function Two() {
  const products = useApi(api.products.list, {});
  const categories = useApi(api.categories.list, {});
  return [products, categories].map((asked, place) => (
    <ErrorState
      key={String(place)}
      failure={asked.error}
      title={`${place}`}
      retry={() => void asked.refetch()}
    />
  ));
}

function One() {
  const asked = useApi(api.products.list, {});
  return (
    <ErrorState failure={asked.error} retry={() => void asked.refetch()} {...(asked.error && { back })} />
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
});

test('one press repeats all failed reads of the screen', async () => {
  const failing: Answer = { status: 422, body: problem(422, 'invalid') };
  const { calls } = await renderScreen(Two, {
    server: { 'products.list': failing, 'categories.list': failing },
  });
  const [first] = await screen.findAllByRole('button', { name: act.retry });
  calls.length = 0;
  if (first) fireEvent.click(first);
  await expect
    .poll(() => calls.map(({ endpoint }) => endpoint).toSorted())
    .toEqual(['categories.list', 'products.list']);
});

test('a missing record links back; without a link it can be retried', async () => {
  const missing: Answer = { status: 404, body: problem(404, 'not_found') };
  await renderScreen(One, { server: { 'products.list': missing } });
  await screen.findByRole('link', { name: notFound.back.replace('{{place}}', back.label) });
  expect(screen.queryByRole('button', { name: act.retry })).toBeNull();
  cleanup();
  queryClient.clear();
  await renderScreen(Two, { server: { 'products.list': missing, 'categories.list': missing } });
  expect(await screen.findAllByText(notFound.record)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: act.retry })).toHaveLength(2);
});

test('a reader without permission is told whom to ask', async () => {
  await renderScreen(One, { server: { 'products.list': { status: 403, body: problem(403, 'forbidden') } } });
  await screen.findByText(forbidden.ask);
});
