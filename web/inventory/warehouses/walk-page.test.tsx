import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { WalkLevel } from '#contract/inventory/walk.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import WalkPage from './WalkPage.tsx';
import { runsBack } from './walk-rows.ts';

const placed = (code: string, index: number, children = 0) => ({
  id: index + 10,
  code: `${code}0${index}`,
  prefix: code,
  index,
  children,
});
const walk = sampleOf(api.warehouses.walk.response, {
  serpentine: true,
  parent: null,
  positions: [placed('R', 1, 4), placed('R', 2, 4), placed('R', 3)],
  more: false,
  version: 3,
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (level: WalkLevel) =>
  renderScreen(WalkPage, {
    screen: paths.inventory.walk,
    at: paths.inventory.walk(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'warehouses.walk': { body: level },
      'warehouses.detail': { body: { id: 7, name: 'Galpão' } },
      'warehouses.arrange': ({ body }) => ({
        body: { ...level, ...(body as object), positions: [], version: 4 },
      }),
    },
  });

const shown = async () =>
  within(await screen.findByRole('list', { name: 'Posições na ordem do percurso' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent?.replace(/Dentro.*/, ''));

describe('the walk', () => {
  test('a row of the walk is moved by typing its place, and all rows are saved as one act with the version', async () => {
    const { calls } = await open(walk);
    expect(await shown()).toEqual(['R01ida', 'R02volta', 'R03ida']);
    const place = screen.getByRole('textbox', { name: 'Lugar de R03 no percurso' });
    fireEvent.change(place, { target: { value: '1' } });
    fireEvent.keyDown(place, { key: 'Enter' });
    expect(await shown()).toEqual(['R03ida', 'R01volta', 'R02ida']);
    expect(calls.filter((call) => call.endpoint === 'warehouses.arrange')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => {
      const sent = calls.find((call) => call.endpoint === 'warehouses.arrange');
      expect(sent?.body).toEqual({ parentId: null, serpentine: true, positionIds: [13, 11, 12] });
      expect(sent?.headers.get('If-Match')).toContain('3');
    });
  });

  test('a row of the walk is moved by keys: picked up, moved, dropped', async () => {
    await open(walk);
    const handle = await screen.findByRole('button', { name: 'R01, lugar 1 de 3' });
    handle.focus();
    fireEvent.keyDown(handle, { key: ' ', code: 'Space', keyCode: 32 });
    expect(await screen.findByText('R01 selecionada no lugar 1 de 3.')).toBeTruthy();
    fireEvent.keyDown(handle, { key: 'Escape', code: 'Escape', keyCode: 27 });
    expect(await screen.findByText('R01 voltou ao lugar 1 de 3.')).toBeTruthy();
  });

  test('restores the order of codes, and marks backward rows only if there are any', async () => {
    await open({ ...walk, serpentine: false, positions: walk.positions.toReversed() });
    expect(await shown()).toEqual(['R03', 'R02', 'R01']);
    fireEvent.click(screen.getByRole('button', { name: 'Ordenar por código' }));
    expect(await shown()).toEqual(['R01', 'R02', 'R03']);
  });

  test('arranges a long order by pages, by place and by searching a code', async () => {
    const positions = Array.from({ length: 210 }, (_, n) => placed('R', n + 1));
    const { calls } = await open({ ...walk, serpentine: false, positions });
    const codes = () =>
      [...document.querySelectorAll('li[data-position]')].map((row) =>
        row.textContent?.replace(/Dentro.*/, ''),
      );
    const find = await screen.findByLabelText('Ir para a posição');
    await waitFor(() => expect(codes().length).toBe(100));
    fireEvent.change(find, { target: { value: 'r0210' } });
    fireEvent.keyDown(find, { key: 'Enter' });
    await waitFor(() => expect(codes()).toHaveLength(10));
    expect(screen.getByText('Página 3 de 3')).toBeTruthy();
    const place = screen.getByLabelText('Lugar de R0210 no percurso');
    expect(document.activeElement).toBe(place);
    fireEvent.change(place, { target: { value: '2' } });
    fireEvent.keyDown(place, { key: 'Enter' });
    await waitFor(() => expect(codes().slice(0, 3)).toEqual(['R01', 'R0210', 'R02']));
    fireEvent.change(find, { target: { value: 'Z9' } });
    fireEvent.keyDown(find, { key: 'Enter' });
    expect(await screen.findByText('Nenhuma posição daqui tem este código.')).toBeTruthy();
    fireEvent.click(screen.getByText('Salvar'));
    await waitFor(() => {
      const sent = calls.find((call) => call.endpoint === 'warehouses.arrange');
      expect(sent?.body).toHaveProperty('positionIds.length', 210);
    });
  });

  test('an empty order says what to do', async () => {
    await open({ ...walk, positions: [] });
    expect(await screen.findByText('Nenhuma posição aqui')).toBeTruthy();
  });
});

test('a row is a position with children, or neighbours with one prefix', () => {
  const flat = [placed('A', 1), placed('A', 2), placed('B', 1), placed('C', 1, 2), placed('C', 2)];
  expect(runsBack(flat)).toEqual([false, false, true, false, true]);
});
