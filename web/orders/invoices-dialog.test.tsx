import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../ui/render-screen.tsx';
import InvoicesDialog from './InvoicesDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('names the first of many files and counts the others', async () => {
  await renderScreen(() => <InvoicesDialog onClose={() => undefined} />);
  await screen.findByRole('button', { name: /Arquivos/ });
  const files = Array.from({ length: 12 }, (_, at) => new File(['<nfe/>'], `nota-${at + 1}.xml`));
  const field = document.querySelector('input[type="file"]');
  if (field) fireEvent.change(field, { target: { files } });
  const list = within(await screen.findByRole('list', { name: 'Arquivos' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'nota-1.xml',
    'nota-2.xml',
    'nota-3.xml',
    'nota-4.xml',
    'nota-5.xml',
    'e mais 7',
  ]);
  screen.getByText('12 arquivos');
});
