import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { becomeStation, forgetStation, isStation } from '../../station.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import StationPage from './StationPage.tsx';

const { station } = messages.pt.account;

afterEach(() => {
  cleanup();
  queryClient.clear();
  forgetStation();
  vi.unstubAllGlobals();
});

const open = () =>
  renderScreen(StationPage, {
    at: paths.account.station(),
    server: { 'stations.people': { body: { door: null } } },
  });

test('a browser that was never enrolled shows that it is not a station', async () => {
  await open();
  await screen.findByText(station.noneTitle);
  expect(screen.queryByText(station.revokedTitle)).toBeNull();
});

test('a revoked station says so, and the browser is no station any more', async () => {
  becomeStation();
  await open();
  await screen.findByText(station.revokedTitle);
  expect(isStation()).toBe(false);
});
