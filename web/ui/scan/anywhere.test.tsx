import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useScannedAnywhere } from './anywhere.ts';
import { keepCodesFromStart, useScreenStands } from './early-codes.ts';

const heard = vi.fn();
const pressed = vi.fn();
afterEach(() => {
  cleanup();
  heard.mockClear();
  pressed.mockClear();
});

function Screen({ field = false }: { field?: boolean }) {
  useScannedAnywhere(heard);
  return (
    <>
      <button type="button" onKeyDown={({ key }) => key === 'Enter' && pressed()}>
        Apagar
      </button>
      {field && <input data-scan aria-label="Bipar" />}
    </>
  );
}

/** An element beside or over the screen, with the focus on its button. */
function Open({ className }: { className: string }) {
  return (
    <div role="dialog" className={className}>
      <button type="button" onKeyDown={({ key }) => key === 'Enter' && pressed()}>
        Fechar
      </button>
    </div>
  );
}

function First() {
  useScreenStands();
  return null;
}

function typed(text: string): void {
  for (const key of [...text, 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

test('a code scanned outside any field is looked up, and presses no button', () => {
  render(<Screen />);
  screen.getByRole('button').focus();
  typed('V000042');
  expect(heard.mock.calls).toEqual([['V000042']]);
  expect(pressed).not.toHaveBeenCalled();
  typed('V000043');
  expect(heard).toHaveBeenLastCalledWith('V000043');
});

test('keys that move in a list, and Enter, are not a code', () => {
  render(<Screen />);
  screen.getByRole('button').focus();
  typed('jjjjj');
  typed('');
  typed('42');
  expect(heard).not.toHaveBeenCalled();
  expect(pressed).toHaveBeenCalledTimes(3);
});

test('a scan field receives its codes itself', () => {
  render(<Screen field />);
  typed('V000042');
  expect(heard).not.toHaveBeenCalled();
});

test('a code scanned over a drawer is looked up and does not close it; a question ignores it', () => {
  for (const [className, codes] of [
    ['mantine-Drawer-content', [['V000042']]],
    ['mantine-Modal-content', []],
  ] as const) {
    render(
      <>
        <Screen />
        <Open className={className} />
      </>,
    );
    screen.getByRole('button', { name: 'Fechar' }).focus();
    typed('V000042');
    expect(heard.mock.calls).toEqual(codes);
    expect(pressed).not.toHaveBeenCalled();
    cleanup();
    heard.mockClear();
  }
});

test('a code scanned before the first screen is rendered is received completely, and so is one interrupted by it', async () => {
  keepCodesFromStart();
  for (const key of '7891') fireEvent.keyDown(document.body, { key });
  const { rerender } = render(<Screen />);
  typed('0003');
  for (const key of '77') fireEvent.keyDown(document.body, { key });
  expect(heard).not.toHaveBeenCalled();
  rerender(
    <>
      <Screen />
      <First />
    </>,
  );
  await waitFor(() => expect(heard.mock.calls).toEqual([['78910003']]));
  typed('89');
  expect(heard).toHaveBeenLastCalledWith('7789');
});
