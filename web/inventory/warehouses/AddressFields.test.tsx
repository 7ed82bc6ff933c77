import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { problem, renderScreen } from '../../ui/render-screen.tsx';
import WarehouseCreatePage from './WarehouseCreatePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const paulista = { street: 'Avenida Paulista', neighborhood: 'Bela Vista', city: 'São Paulo', state: 'SP' };
const village = { street: '', neighborhood: '', city: 'Cunha', state: 'SP' };

async function open() {
  await renderScreen(WarehouseCreatePage, {
    server: {
      'zipCodes.detail': ({ url }) =>
        url.pathname.endsWith('99999999')
          ? { status: 404, body: problem(404, 'zip_code_not_found') }
          : { body: { zip: '', ...(url.pathname.endsWith('12530000') ? village : paulista) } },
    },
  });
  await screen.findByLabelText('CEP');
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
function typeZip(zip: string) {
  box('CEP').focus();
  fireEvent.change(box('CEP'), { target: { value: zip } });
}

test('formats a zip code while typing, fills the address and focuses the number', async () => {
  await open();
  typeZip('01310100');
  expect(box('CEP').value).toBe('01310-100');
  await waitFor(() => expect(box('Rua').value).toBe('Avenida Paulista'));
  expect(document.activeElement).toBe(box('Número'));
});

test('another zip code removes the former street', async () => {
  await open();
  typeZip('01310100');
  await waitFor(() => expect(box('Rua').value).toBe('Avenida Paulista'));
  typeZip('12530000');
  await waitFor(() => expect(box('Cidade').value).toBe('Cunha'));
  expect([box('Rua').value, box('Bairro').value]).toEqual(['', '']);
  expect(document.activeElement).toBe(box('Rua'));
});

test('the first key replaces the number of the former street', async () => {
  await open();
  fireEvent.change(box('Número'), { target: { value: '1000' } });
  typeZip('01310100');
  await waitFor(() => expect(document.activeElement).toBe(box('Número')));
  expect([box('Número').selectionStart, box('Número').selectionEnd]).toEqual([0, 4]);
});

test('an unknown zip code removes the former address except what was typed', async () => {
  await open();
  typeZip('01310100');
  await waitFor(() => expect(box('Rua').value).toBe('Avenida Paulista'));
  fireEvent.change(box('Bairro'), { target: { value: 'Cerqueira César' } });
  typeZip('99999999');
  await waitFor(() => expect(box('Rua').value).toBe(''));
  expect([box('Cidade').value, box('Bairro').value]).toEqual(['', 'Cerqueira César']);
});
