import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import { MenuPanel } from './MenuPanel.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const menuAt = (pathname: string, unusedAreas: typeof owner.unusedAreas = []) =>
  renderScreen(() => (
    <MenuPanel
      session={{ ...owner, unusedAreas }}
      folded={false}
      pathname={pathname}
      setFolded={() => undefined}
    />
  ));

test('a group without a record is folded until it is opened by hand', async () => {
  await menuAt('/business', ['warehouse']);
  const toggle = await screen.findByRole('button', { name: 'Suprimentos', expanded: false });
  expect(screen.queryByRole('link', { name: 'Volumes' })).toBeNull();
  fireEvent.click(toggle);
  await screen.findByRole('link', { name: 'Volumes' });
  cleanup();
  await menuAt('/business', ['warehouse']);
  await screen.findByRole('link', { name: 'Volumes' });
});

test('a group that is not used every day is folded until it is opened by hand', async () => {
  await menuAt('/business');
  fireEvent.click(await screen.findByRole('button', { name: 'Empresa', expanded: false }));
  await screen.findByRole('link', { name: 'Auditoria' });
});

test('the item of the open screen shows in a folded group too', async () => {
  await menuAt('/inventory/volume/list', ['warehouse']);
  const volumes = await screen.findByRole('link', { name: 'Volumes' });
  expect(volumes.getAttribute('aria-current')).toBe('page');
  expect(screen.queryByRole('link', { name: 'Lotes' })).toBeNull();
});

test('an item is pinned to the top, another one hidden', async () => {
  await menuAt('/business');
  fireEvent.click(await screen.findByRole('button', { name: 'Organizar menu' }));
  fireEvent.click(screen.getByRole('button', { name: 'Fixar Volumes no topo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar Kits' }));
  fireEvent.click(screen.getByRole('button', { name: 'Pronto' }));
  const pinned = screen.getByRole('heading', { name: 'Fixados' }).parentElement ?? document.body;
  within(pinned).getByRole('link', { name: 'Volumes' });
  expect(screen.getAllByRole('link', { name: 'Volumes' })).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Kits' })).toBeNull();
});
