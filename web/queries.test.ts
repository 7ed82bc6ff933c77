import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate, queryClient } from './queries.ts';

test('a change that is said while the first answer is on its way is asked for once it is there', async () => {
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
