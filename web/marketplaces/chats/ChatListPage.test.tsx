import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import type { Asked } from '../../ui/render-screen.tsx';
import { renderScreen } from '../../ui/render-screen.tsx';
import ChatListPage from './ChatListPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const account = { id: 4, name: 'Loja' };
const texts = new Map([
  [1, 'Serve no micro-ondas?'],
  [2, 'Tem na cor verde?'],
]);
const rows = [...texts].map(([id, excerpt]) =>
  itemOf(api.chats.list.response, 'items', { id, excerpt, account, kind: 'question', state: 'waiting_us' }),
);
const idIn = ({ url }: Asked) => Number(/\/(\d+)$/.exec(url.pathname)?.[1]);

const questionOf = (id: number, state: 'waiting' | 'sending') =>
  sampleOf(api.presales.detail.response, {
    ...{ id, account, state, status: 'unanswered', longestAnswer: 2000 },
    text: texts.get(id - 70) ?? '',
  });

const open = () =>
  renderScreen(ChatListPage, {
    screen: paths.chats.chat,
    at: paths.chats.chat(1),
    server: {
      'chats.list': { body: { items: rows, page: 1, pages: 1, total: 2 } },
      'chats.counts': { body: sampleOf(api.chats.counts.response, { waiting: 2 }) },
      'presales.counts': { body: sampleOf(api.presales.counts.response, { waiting: 2 }) },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'answerTemplates.list': { body: { items: [] } },
      'chats.detail': (asked) => ({
        body: sampleOf(api.chats.detail.response, { id: idIn(asked), account, questionId: idIn(asked) + 70 }),
      }),
      'presales.detail': (asked) => ({ body: questionOf(idIn(asked), 'waiting') }),
      'presales.answer': { body: questionOf(71, 'sending') },
      'presales.takeBack': { body: questionOf(71, 'waiting') },
    },
  });

const isOpen = (text: string) =>
  waitFor(() => expect(screen.getByRole('article', { name: 'Comprador' }).textContent).toContain(text));

test('an answer in the common inbox opens the next thread, and can be taken back there', async () => {
  const { calls } = await open();
  await isOpen('Serve no micro-ondas?');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Resposta' }), { target: { value: 'Serve.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Responder' }));
  await isOpen('Tem na cor verde?');
  fireEvent.keyDown(window, { altKey: true, code: 'KeyZ', key: 'z' });
  await isOpen('Serve no micro-ondas?');
  expect(calls.some(({ endpoint }) => endpoint === 'presales.takeBack')).toBe(true);
});

test('without a connected account an empty inbox leads to the accounts', async () => {
  await renderScreen(ChatListPage, {
    screen: paths.chats.list,
    at: paths.chats.list(),
    server: {
      'chats.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'chats.counts': { body: sampleOf(api.chats.counts.response, { waiting: 0 }) },
      'presales.counts': { body: sampleOf(api.presales.counts.response, { waiting: 0 }) },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'answerTemplates.list': { body: { items: [] } },
    },
  });
  await screen.findByText('Nenhuma conta conectada');
  await screen.findByRole('button', { name: 'Ir para Contas conectadas' });
  expect(screen.queryByText('Tudo respondido')).toBeNull();
});
