import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Volume } from '#contract/inventory/volume.ts';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { volume } from './test/volume.ts';
import { VolumeActions } from './VolumeActions.tsx';
import VolumeDrawer from './VolumeDrawer.tsx';

const start = vi.fn();

const show = (receipt: Volume['receipt']) =>
  renderScreen(() => (
    <VolumeActions volume={{ ...volume, state: 'tagged', receipt }} start={start} close={() => undefined} />
  ));

afterEach(() => {
  cleanup();
  queryClient.clear();
  start.mockReset();
  vi.unstubAllGlobals();
});

test('a volume of a receipt cannot be stored before its step, and the reason links to that step', async () => {
  const { router } = await show({ id: 31, number: 12, state: 'tag_volumes' });
  const launch = await screen.findByRole('button', { name: /^Lançar/ });
  expect(launch.getAttribute('aria-disabled')).toBe('true');
  expect(launch.getAttribute('aria-label')).toContain(
    'faz parte do recebimento 12, que está em “Etiquetar volumes”',
  );
  launch.click();
  expect(start).not.toHaveBeenCalled();
  (await screen.findByRole('button', { name: 'Abrir recebimento' })).click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/inventory/receive-supply-request/31'));
});

test('a volume can be stored in its step, or without a receipt', async () => {
  await show({ id: 31, number: 12, state: 'stock_up' });
  (await screen.findByRole('button', { name: 'Lançar' })).click();
  expect(start).toHaveBeenCalledWith('launch');
  cleanup();
  await show(null);
  expect((await screen.findByRole('button', { name: 'Lançar' })).getAttribute('aria-disabled')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Abrir recebimento' })).toBeNull();
});

test('a link starts a form only if the volume allows it', async () => {
  const drawer = (receipt: Volume['receipt']) =>
    renderScreen(() => <VolumeDrawer id={7} begin="launch" close={() => undefined} />, {
      server: { 'volumes.detail': { body: { ...volume, state: 'tagged', receipt } } },
    });
  await drawer({ id: 31, number: 12, state: 'stock_up' });
  await screen.findByRole('dialog', { name: 'Lançar o volume V00001K' });
  cleanup();
  queryClient.clear();
  await drawer({ id: 31, number: 12, state: 'tag_volumes' });
  await screen.findByRole('button', { name: /^Lançar.*faz parte do recebimento 12/ });
  expect(screen.queryByRole('dialog', { name: 'Lançar o volume V00001K' })).toBeNull();
});
