import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { ArriveForm } from './TransferForms.tsx';
import { volume } from './test/volume.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const close = vi.fn();

test('refuses the label of another volume at the scan; after the right one, the scanned position completes the arrival', async () => {
  const { calls } = await renderScreen(() => <ArriveForm volume={volume} close={close} />, {
    server: {
      'volumes.arrive': { body: { ...volume, state: 'active' } },
      'inventoryLocations.list': {
        body: { items: [{ id: 20, code: 'R02' }], page: 1, pages: 1, total: 1 },
      },
    },
  });
  const label = await screen.findByLabelText(/Bipe a etiqueta/);
  const scan = (field: HTMLElement, code: string) => {
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  scan(label, 'V999999');
  expect(label).toHaveProperty('value', '');
  expect(label.getAttribute('aria-invalid')).toBe('true');
  expect(calls.some(({ endpoint }) => endpoint === 'volumes.arrive')).toBe(false);
  scan(label, volume.code.toLowerCase());
  const position = document.activeElement as HTMLInputElement;
  expect(position).not.toBe(label);
  scan(position, 'r02');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(calls.find(({ endpoint }) => endpoint === 'volumes.arrive')?.body).toMatchObject({ positionId: 20 });
});
