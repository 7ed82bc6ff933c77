import { Modal } from '@mantine/core';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Volume } from '#contract/inventory/volume.ts';
import { type Answer, problem, renderScreen } from '../../ui/render-screen.tsx';
import { LaunchForm } from './LaunchForm.tsx';
import { volume } from './test/volume.ts';

const positions = ['R02', 'R03', 'R030'].map((code, index) => ({ id: index + 20, code }));
const close = vi.fn();

function Dialog() {
  const [state, setState] = useState<Volume['state']>('registered');
  return (
    <>
      <LaunchForm volume={{ ...volume, state }} close={close} />
      <button type="button" onClick={() => setState('tagged')}>
        Outro
      </button>
    </>
  );
}

async function open(launched: Answer = { body: { ...volume, state: 'active' } }) {
  return renderScreen(Dialog, {
    server: {
      'volumes.tag': () => {
        fireEvent.click(screen.getByRole('button', { name: 'Outro' }));
        return { status: 204 };
      },
      'volumes.launch': launched,
      'inventoryLocations.list': ({ url }) => {
        const words = (url.searchParams.get('query') ?? '')
          .replace('warehouse:3', '')
          .replace('code:', '')
          .replaceAll('"', '')
          .trim()
          .toUpperCase();
        const items = positions.filter(({ code }) => code.includes(words));
        return { body: { items, page: 1, pages: 1, total: items.length } };
      },
    },
  });
}

/** Waveforms of the played notes; square ones mean an error. */
function recordSounds(): OscillatorType[] {
  const shapes: OscillatorType[] = [];
  class Oscillator {
    frequency = { value: 0 };
    set type(shape: OscillatorType) {
      shapes.push(shape);
    }
    connect = (next: unknown) => next;
    start() {}
    stop() {}
  }
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
      createOscillator = () => new Oscillator();
      createGain = () => ({ gain, connect: () => {} });
    },
  );
  return shapes;
}

/** Types into the focused element like a scanner, with Enter at the end. */
function scan(code: string): void {
  const field = document.activeElement as HTMLInputElement;
  if (!field.matches('input')) throw new Error(`${code} is typed into nothing`);
  fireEvent.change(field, { target: { value: code } });
  const goesOn = fireEvent.keyDown(field, { key: 'Enter' });
  if (goesOn && field.form) fireEvent.submit(field.form);
}

afterEach(() => {
  cleanup();
  close.mockReset();
  vi.unstubAllGlobals();
});

test('two scans launch a volume: label, then position', async () => {
  const { calls } = await open();
  (await screen.findByLabelText('Bipe a etiqueta colada no volume')).focus();
  scan('v00001k');
  const position = await screen.findByRole('combobox', { name: /posição/i });
  await waitFor(() => expect(document.activeElement).toBe(position));
  scan('r03');
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(calls.find(({ endpoint }) => endpoint === 'volumes.launch')?.body).toEqual({ positionId: 21 });
});

test('a code that is not a position is reported at the field, and the next code is accepted', async () => {
  const shapes = recordSounds();
  const { calls } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Outro' }));
  const position = await screen.findByRole('combobox', { name: /posição/i });
  await waitFor(() => expect(document.activeElement).toBe(position));
  scan('R09');
  await screen.findByText('Nenhum resultado para o código R09');
  // The refusal can be heard, and no list of positions covers the text.
  expect(shapes).toEqual(['square', 'square']);
  await waitFor(() => expect(position.getAttribute('aria-expanded')).toBe('false'));
  expect(calls.filter(({ endpoint }) => endpoint === 'volumes.launch')).toEqual([]);
  scan('R030');
  await waitFor(() => expect(close).toHaveBeenCalled());
});

test('if the label was scanned before, the dialog waits for the position', async () => {
  const tagged = { ...volume, state: 'tagged' as const };
  await renderScreen(
    () => (
      <Modal opened onClose={close} title="Lançar" closeButtonProps={{ 'aria-label': 'Fechar' }}>
        <LaunchForm volume={tagged} close={close} />
      </Modal>
    ),
    { server: { 'inventoryLocations.list': { body: { items: positions, page: 1, pages: 1, total: 3 } } } },
  );
  const position = await screen.findByRole('combobox', { name: /posição/i });
  await waitFor(() => expect(position.matches('[data-autofocus]')).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(position));
});

test('a warehouse without positions says so and links to their creation', async () => {
  const { router } = await renderScreen(
    () => <LaunchForm volume={{ ...volume, state: 'tagged' }} close={close} />,
    { server: { 'inventoryLocations.list': { body: { items: [], page: 1, pages: 1, total: 0 } } } },
  );
  await screen.findByText('Este depósito ainda não tem posições.');
  expect(screen.queryByRole('combobox')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Criar posições' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/inventory/location/list'));
});

test('after a failed launch the next scanned code replaces the former one', async () => {
  const { calls } = await open({ status: 503, body: problem(503, 'unavailable') });
  fireEvent.click(await screen.findByRole('button', { name: 'Outro' }));
  const position = await screen.findByRole<HTMLInputElement>('combobox', { name: /posição/i });
  await waitFor(() => expect(document.activeElement).toBe(position));
  scan('R030');
  await screen.findAllByText(/Serviço indisponível/);
  await waitFor(() =>
    expect([position.value, position.selectionStart, position.selectionEnd]).toEqual(['R030', 0, 4]),
  );
  expect(position.getAttribute('aria-expanded')).toBe('false');

  scan('R09');
  await screen.findByText('Nenhum resultado para o código R09');
  fireEvent.change(position, { target: { value: 'R03' } });
  scan('R030');
  await waitFor(() => expect(calls.filter(({ endpoint }) => endpoint === 'volumes.launch')).toHaveLength(2));
  expect(position.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('Nenhum resultado para o código R09')).toBeNull();
});
