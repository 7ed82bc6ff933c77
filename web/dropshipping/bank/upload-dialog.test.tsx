import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { BankStatementLook } from '#contract/dropshipping/bank-statement.ts';
import { api } from '#contract/index.ts';
import { sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { UploadDialog } from './UploadDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function upload(columns: BankStatementLook['columns']) {
  const look = sampleOf(api.bankStatements.look.response, {
    ...{ format: 'sheet', columns, titles: ['Quando', 'O quê', 'Quanto'] },
    sample: [
      ['28/11/2026', 'Pix de Loja da Praça', '456,60'],
      ['29/11/2026', 'Tarifa', '-3,20'],
    ],
  });
  await renderScreen(() => <UploadDialog onClose={() => undefined} />, {
    server: { 'bankStatements.look': { body: look } },
  });
  await screen.findByRole('button', { name: /Extrato da conta/ });
  const field = document.querySelector('input[type="file"]');
  if (field) fireEvent.change(field, { target: { files: [new File(['x'], 'extrato.csv')] } });
  return screen.findByRole('table', { name: 'Começo do arquivo' });
}

test('the beginning of the file is beside the columns to choose, and only the needed ones are asked', async () => {
  const table = within(await upload({ day: 0 }));
  table.getByRole('columnheader', { name: 'O quê' });
  table.getByRole('cell', { name: 'Pix de Loja da Praça' });
  const asked = () => screen.getAllByPlaceholderText('Nenhuma');
  expect(asked()).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Mais colunas' }));
  expect(asked()).toHaveLength(9);
  expect(screen.queryByText(/Não reconhecemos nenhuma coluna/)).toBeNull();
});

test('the dialog begins at the file, so that Enter opens the chooser and does not close the dialog', async () => {
  await renderScreen(() => <UploadDialog onClose={() => undefined} />, { server: {} });
  const file = await screen.findByRole('button', { name: /Extrato da conta/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(file));
});

test('a file without any known column is doubted', async () => {
  await upload({});
  screen.getByText(/Não reconhecemos nenhuma coluna/);
});

test('the columns of credits are shown if the file has them', async () => {
  await upload({ day: 0, credit: 2 });
  screen.getByRole('button', { name: 'Menos colunas' });
});
