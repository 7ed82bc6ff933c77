import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SyncError } from '#contract/advertisements/sync-error.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { SyncErrorNotice } from './SyncErrorNotice.tsx';

const error: SyncError = {
  ...{
    act: 'publish',
    kind: 'refused',
    code: 'refused',
    message: '',
    at: '2026-11-20T12:00:00.000Z',
    attempt: 1,
    maxAttempts: 5,
  },
  causes: [
    {
      code: 'brand_unknown',
      message: '',
      warning: false,
      field: 'attributes',
      attributes: ['BRAND'],
      variation: null,
    },
    {
      code: 'x',
      message: 'Falta',
      warning: false,
      field: 'attributes',
      attributes: ['100134', '9'],
      variation: null,
    },
  ],
};

afterEach(cleanup);

test('names a refused attribute by its label instead of its id at the marketplace', async () => {
  await renderScreen(() => (
    <SyncErrorNotice error={error} attributes={[{ id: '100134', name: 'Material' }]} />
  ));
  await screen.findByText('Ficha técnica (Marca):');
  screen.getByText('Ficha técnica (Material, 9):');
  expect(screen.queryByText(/BRAND/)).toBeNull();
});
