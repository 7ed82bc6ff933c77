import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { crc16, pixCode } from '#contract/dropshipping/pix.ts';
import { queryClient } from '../../queries.ts';
import { renderScreen, supplying } from '../../ui/render-screen.tsx';
import { BankAccountPanel } from './BankAccountPanel.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function openForm() {
  await renderScreen(() => <BankAccountPanel />, {
    session: supplying,
    server: { 'bankAccount.detail': { body: null } },
  });
  const [enter] = await screen.findAllByRole('button');
  if (enter) fireEvent.click(enter);
  return screen.findByRole('textbox', { name: /Chave Pix/ });
}

const paste = (field: HTMLElement, text: string) =>
  fireEvent.paste(field, { clipboardData: { getData: () => text } });

test('a pasted Pix code fills the key with its type, the holder and the city', async () => {
  const field = await openForm();
  const charge = { key: 'caixa@loja.example', name: 'Loja Azul', city: 'Recife', amount: 100, txid: 'X' };
  paste(field, pixCode(charge));
  expect(await screen.findByDisplayValue('caixa@loja.example')).toBeTruthy();
  expect(screen.getByDisplayValue('LOJA AZUL')).toBeTruthy();
  expect(screen.getByDisplayValue('RECIFE')).toBeTruthy();
  expect(screen.getByDisplayValue('E-mail')).toBeTruthy();
});

test.each([
  ['dynamic', '2.0', /de uma cobrança e não tem chave/],
  ['damaged', '1.0', /incompleto ou foi alterado/],
])('a code that is %s is refused with its reason', async (kind, _, reason) => {
  const field = await openForm();
  const body =
    '00020126360014br.gov.bcb.pix2514psp.example/qr52040000530398658' + '02BR5905Maria6006Recife6304';
  paste(field, kind === 'dynamic' ? body + crc16(body) : `${body}0000`);
  expect(await screen.findByText(reason)).toBeTruthy();
});
