import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { warningShare } from '#contract/billing/plan.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import { PlanWarning } from './PlanWarning.tsx';

afterEach(cleanup);

const onPlan = (publications: number) => ({
  'plans.current': {
    body: { plan: 'free', since: '2026-11-01T03:00:00.000Z', next: null, storageBytes: 0, publications },
  },
});

test('shows usage from 80 percent on, and at 100 percent what is refused, with a link to the plans', async () => {
  await renderScreen(PlanWarning, { server: onPlan(4) });
  await screen.findByText(/80% do plano/);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/plans/manager');
  cleanup();
  await renderScreen(PlanWarning, { server: onPlan(5) });
  await screen.findByText(/novas publicações ou imagens são recusadas/);
});

test('shows nothing below 80 percent, and requests nothing without permission to read the plan', async () => {
  const used = { plan: 'pro', since: '', next: null } as const;
  expect(warningShare({ ...used, storageBytes: 0, publications: 799 })).toBeNull();
  expect(warningShare({ ...used, storageBytes: 4e9, publications: 0 })).toBe(80);
  const { calls } = await renderScreen(PlanWarning, {
    session: { ...owner, roles: ['packer'] },
    server: onPlan(5),
  });
  expect(calls.map(({ endpoint }) => endpoint)).not.toContain('plans.current');
});
