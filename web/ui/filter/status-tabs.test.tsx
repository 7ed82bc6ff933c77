import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
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

test('tabs that wrap out of the line are offered by the menu, which shows the chosen one', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'complete' ? 50 : 0;
  });
  await row('complete');
  await screen.findByRole('toolbar');
  const more = screen
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-haspopup') === 'menu');
  expect(more?.textContent).toBe('complete');
  expect(more?.getAttribute('aria-pressed')).toBe('true');
  const look = more?.className;
  fireEvent.click(more ?? document.body);
  await screen.findByRole('menu');
  const opened = screen
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-expanded') === 'true');
  expect(opened?.className).toBe(look);
});

test('a filter that may be an alarm comes before the statuses', async () => {
  const links = [
    { label: 'refused', count: 2, to: '/orders/list?query=refused:yes', chosen: false } as const,
  ];
  await renderScreen(() => (
    <StatusTabs label="Situação" tabs={tabs} links={links} chosen="all" onChoose={vi.fn()} />
  ));
  const toolbar = await screen.findByRole('toolbar');
  const labels = [...toolbar.children].map((tab) => tab.querySelector('[data-text]')?.textContent);
  expect(labels).toEqual(['all', 'late', 'refused', 'complete']);
});

test('a chosen filter across the statuses is lit, and no status beside it', async () => {
  const links = [{ label: 'refused', count: 2, to: '/orders/list?query=refused:yes', chosen: true } as const];
  await renderScreen(() => (
    <StatusTabs label="Situação" tabs={tabs} links={links} chosen="all" onChoose={vi.fn()} />
  ));
  const toolbar = await screen.findByRole('toolbar');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toContain('refused');
  expect(toolbar.querySelectorAll('[aria-pressed="true"]')).toHaveLength(0);
});

test('on a phone the line is moved to the chosen tab', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'complete' ? 1200 : 0;
  });
  await row('complete');
  expect((await screen.findByRole('toolbar')).scrollLeft).toBe(648);
});
