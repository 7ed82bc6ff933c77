import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../ui/render-screen.tsx';
import { StatusTabs } from './StatusTabs.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const tabs = ['all', 'late', 'complete'].map((key) => ({ key, label: key }));
const row = (chosen: string) =>
  renderScreen(() => (
    <StatusTabs label="Situação" tabs={tabs} links={[]} chosen={chosen} onChoose={vi.fn()} />
  ));

test('tabs that find no room go on to the right, and say so until the last one is seen', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(1500);
  await row('all');
  const toolbar = await screen.findByRole('toolbar');
  expect(toolbar.dataset.more).toBe('true');
  toolbar.scrollLeft = 800;
  fireEvent.scroll(toolbar);
  expect(toolbar.dataset.more).toBe('false');
});

test('what may be an alarm stands before the statuses, in sight where they go on to the right', async () => {
  const links = [{ label: 'refused', count: 2, to: '/orders/list?query=refused:yes' }];
  await renderScreen(() => (
    <StatusTabs label="Situação" tabs={tabs} links={links} chosen="all" onChoose={vi.fn()} />
  ));
  const toolbar = await screen.findByRole('toolbar');
  const labels = [...toolbar.children].map((tab) => tab.querySelector('[data-text]')?.textContent);
  expect(labels).toEqual(['all', 'late', 'refused', 'complete']);
});

test('the chosen tab is moved into the row', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'complete' ? 1200 : 0;
  });
  await row('complete');
  expect((await screen.findByRole('toolbar')).scrollLeft).toBe(648);
});
