import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../ui/render-screen.tsx';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';
import { Stop } from './CanceledStop.tsx';

const scanned = vi.fn<(code: string) => ScanOutcome>(() => ({ tone: 'done', message: 'Devolvido' }));

function Bench() {
  const [isUp, setIsUp] = useState(true);
  return (
    <>
      <Scan onScan={scanned} disabled={isUp} />
      {isUp && <Stop reason="desistiu" onUnderstood={() => setIsUp(false)} />}
    </>
  );
}

/** Key presses of a device, `gapMs` apart, to the focused element. */
let at = 0;
function key(name: string, gapMs: number): void {
  at += gapMs;
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  fireEvent(document.activeElement ?? document.body, event);
}
function scan(code: string): void {
  for (const letter of code) key(letter, 5);
  key('Enter', 5);
}

const stop = () => screen.queryByRole('alertdialog');

afterEach(() => {
  cleanup();
  scanned.mockClear();
  vi.unstubAllGlobals();
});

async function open() {
  await renderScreen(Bench);
  at = performance.now();
  await screen.findByRole('alertdialog');
}

test('no scan closes the stop, with every code and every focus', async () => {
  await open();
  scan('V00001K');
  await screen.findByText('Leitura ignorada. Esta venda está parada.');
  key('Enter', 2000);
  key('Escape', 2000);
  key('Tab', 2000);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Entendi' }));
  scan('7891000315507');
  for (const letter of 'CX 12 ') key(letter, 5);
  key('Tab', 5);
  expect(stop()).toBeTruthy();
  expect(scanned).not.toHaveBeenCalled();
});

test('a press closes it, and for keyboard users only the space bar on the button', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Entendi' }));
  expect(stop()).toBeNull();
  cleanup();
  await open();
  key('Tab', 1000);
  key(' ', 1000);
  expect(stop()).toBeNull();
});
