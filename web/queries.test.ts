import { QueryObserver } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { invalidate, queryClient, useApi } from './queries.ts';
import { type Answer, serve } from './ui/render-screen.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('repeats a first read during which its entity changed', async () => {
  const first = Promise.withResolvers<string>();
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['boxes', 'list', {}],
    queryFn: () => (++asked === 1 ? first.promise : Promise.resolve('after')),
  });
  const stop = observer.subscribe(() => undefined);
  const said = invalidate('boxes');
  expect(asked).toBe(1);
  first.resolve('before');
  await said;
  expect(asked).toBe(2);
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
  queryClient.removeQueries({ queryKey: ['boxes'] });
});

test('keeps the former page of the same record while the next one loads, and drops that of another record', async () => {
  const answers: PromiseWithResolvers<Answer>[] = [];
  serve(() => {
    const answer = Promise.withResolvers<Answer>();
    answers.push(answer);
    return answer.promise;
  });
  const rowsOf = ({ id, page }: { id: number; page: string }) =>
    useApi(api.imports.rows, { params: { id }, query: { page } });
  const { result, rerender } = renderHook(rowsOf, { initialProps: { id: 1, page: '1' } });
  const first = { items: [], page: 1, pages: 2, total: 60 };
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.resolve({ body: first });
  await waitFor(() => expect(result.current.data).toEqual(first));

  rerender({ id: 1, page: '2' });
  await waitFor(() => expect(answers).toHaveLength(2));
  expect([result.current.data, result.current.isPlaceholderData]).toEqual([first, true]);
  rerender({ id: 2, page: '1' });
  await waitFor(() => expect(answers).toHaveLength(3));
  expect(result.current.data).toBeUndefined();
});
