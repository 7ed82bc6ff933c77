import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../queries.ts';
import { type Asked, owner, renderScreen } from '../ui/render-screen.tsx';
import { PlanWarning } from './PlanWarning.tsx';

afterEach(cleanup);

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

const onPlan = (publications: number) => ({
  'plans.current': {
    body: { plan: 'free', since: '2026-11-01T03:00:00.000Z', next: null, storageBytes: 0, publications },
  },
});

test('from 80 percent on it is said how much is used, at 100 what is refused, with the way to the plans', async () => {
  await renderScreen(PlanWarning, { server: onPlan(4) });
  await screen.findByText(/80% do plano/);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/plans/manager');
  cleanup();
  await renderScreen(PlanWarning, { server: onPlan(5) });
  await screen.findByText(/novas publicações ou imagens são recusadas/);
});

test('below that nothing is said, and whoever may not see the plan does not ask for it', async () => {
  let asked: Asked[] = (await renderScreen(PlanWarning, { server: onPlan(3) })).calls;
  await expect.poll(() => asked.map(({ endpoint }) => endpoint)).toContain('plans.current');
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  // Data and files that have come are drawn by tasks of their own.
  await import('./PlanAlert.tsx');
  for (let task = 0; task < 5; task++) await act(nextTask);
  expect(screen.queryByRole('status')).toBeNull();
  cleanup();
  asked = (await renderScreen(PlanWarning, { session: { ...owner, roles: ['packer'] }, server: onPlan(5) }))
    .calls;
  expect(asked.map(({ endpoint }) => endpoint)).not.toContain('plans.current');
});
