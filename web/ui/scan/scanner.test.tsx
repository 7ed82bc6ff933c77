import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSwallowedKeys } from '../dialog/use-swallowed-keys.ts';
import { renderScreen } from '../render-screen.tsx';
import { useScannedAnywhere } from './anywhere.ts';
import { useCodeField } from './code-field.ts';
import { useKeypadRefusesScans } from './refuse-scans.ts';
import { type OnScan, Scan } from './Scan.tsx';
import { addTaker, type Reading, swallow, type TakerLevel } from './scanner.ts';

const anywhere = vi.fn();
const onScan = vi.fn<OnScan>();
const inDialog = vi.fn();
const pressed = vi.fn();

afterEach(() => {
  cleanup();
  for (const spy of [anywhere, onScan, inDialog, pressed]) spy.mockReset();
});

let at = 0;
/** A key of a device; keys that pass are typed into the focused field, as in a browser. */
function press(key: string, after = 8): boolean {
  at = Math.max(at, performance.now()) + after;
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  const passes = fireEvent(document.activeElement ?? document.body, event);
  const active = document.activeElement;
  if (passes && key.length === 1 && active instanceof HTMLInputElement)
    fireEvent.change(active, { target: { value: active.value + key } });
  return passes;
}
const scan = (code: string) => {
  press(code.charAt(0), 1000);
  for (const key of code.slice(1)) press(key);
  return press('Enter');
};

function CodeForm() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useCodeField(field);
  return (
    <div role="dialog" aria-label="Mover">
      <input
        ref={field}
        aria-label="Posição"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && inDialog(text)}
      />
      <button type="button">Fechar</button>
    </div>
  );
}

function RedStop({ close }: { close: () => void }) {
  const stop = useRef<HTMLDivElement>(null);
  const lost = useSwallowedKeys(stop, close);
  return (
    <div ref={stop} role="alertdialog" tabIndex={-1}>
      <button type="button">Entendi</button>
      <output>{lost} ignoradas</output>
    </div>
  );
}

function Keypad() {
  const [pin, setPin] = useState('');
  const { refused } = useKeypadRefusesScans(pin, setPin);
  return <p>{refused ? 'leitura recusada' : `PIN ${pin}`}</p>;
}

type Part = 'scan' | 'question' | 'form' | 'keypad' | 'stop';

function Floor() {
  const [parts, setParts] = useState<Part[]>([]);
  const toggle = (part: Part) =>
    setParts((shown) => (shown.includes(part) ? shown.filter((one) => one !== part) : [...shown, part]));
  useScannedAnywhere(anywhere);
  return (
    <>
      {(['scan', 'question', 'form', 'keypad', 'stop'] as const).map((part) => (
        <button key={part} type="button" onClick={() => toggle(part)}>
          {part}
        </button>
      ))}
      {parts.includes('scan') && <Scan onScan={onScan} disabled={parts.includes('stop')} />}
      {parts.includes('form') && <CodeForm />}
      {parts.includes('question') && (
        <div role="dialog" aria-label="Encerrar?">
          <button type="button" onKeyDown={({ key }) => key === 'Enter' && pressed()}>
            Encerrar
          </button>
        </div>
      )}
      {parts.includes('keypad') && <Keypad />}
      {parts.includes('stop') && <RedStop close={() => toggle('stop')} />}
    </>
  );
}

const toggle = (part: Part) => fireEvent.click(screen.getByRole('button', { name: part }));

test('a code goes to the topmost taker, and to the next one when that is removed', async () => {
  onScan.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  await renderScreen(Floor);
  scan('V000001');
  expect(anywhere).toHaveBeenLastCalledWith('V000001');

  toggle('scan');
  scan('V000002');
  await screen.findByText('V000002 ok');

  toggle('question');
  screen.getByRole('button', { name: 'Encerrar' }).focus();
  expect(scan('V000003')).toBe(false);
  await screen.findByText('Leitura ignorada: responda primeiro à pergunta na tela.');
  expect(pressed).not.toHaveBeenCalled();
  expect(press('Enter', 1000)).toBe(true);
  expect(pressed).toHaveBeenCalledTimes(1);
  toggle('question');

  toggle('form');
  screen.getByRole('button', { name: 'Fechar' }).focus();
  scan('A01');
  expect(inDialog).toHaveBeenLastCalledWith('A01');

  toggle('keypad');
  (document.activeElement as HTMLElement).blur();
  scan('7891000315507');
  await screen.findByText('leitura recusada');

  toggle('stop');
  scan('V000004');
  await screen.findByText('1 ignoradas');
  press('Tab', 1000);
  press(' ', 1000);
  expect(screen.queryByRole('alertdialog')).toBeNull();

  toggle('keypad');
  toggle('form');
  scan('V000005');
  await screen.findByText('V000005 ok');
  toggle('scan');
  (document.activeElement as HTMLElement).blur();
  scan('V000006');
  expect(anywhere.mock.calls).toEqual([['V000001'], ['V000006']]);
  expect(onScan.mock.calls.map(([code]) => code)).toEqual(['V000002', 'V000005']);
});

test('a question over a form with a scan field keeps codes from it', async () => {
  await renderScreen(Floor);
  toggle('form');
  toggle('question');
  screen.getByRole('button', { name: 'Encerrar' }).focus();
  expect(scan('V000003')).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('Posição').value).toBe('');
});

test('a dialog that opens within a code receives all of it', async () => {
  await renderScreen(Floor);
  press('V', 1000);
  for (const key of '000') press(key);
  toggle('form');
  // Its field has no focus yet, and may have none when the code ends.
  for (const key of '042') press(key);
  (document.activeElement as HTMLElement).blur();
  press('Enter');
  expect(inDialog).toHaveBeenLastCalledWith('V000042');
  expect(anywhere).not.toHaveBeenCalled();
});

test('takers are called by level, then the latest first; the first that takes the key ends the search', () => {
  const asked: string[] = [];
  const add = (level: TakerLevel, name: string, takes = false) =>
    addTaker(level, () => {
      asked.push(name);
      return takes;
    });
  const removers = [
    add('stop', 'stop'),
    add('anywhere', 'anywhere'),
    add('screen', 'first screen'),
    add('screen', 'second screen'),
    add('dialog', 'dialog'),
  ];
  press('7');
  expect(asked).toEqual(['stop', 'dialog', 'second screen', 'first screen', 'anywhere']);
  asked.length = 0;
  removers.push(add('guarded', 'guarded', true));
  press('8');
  expect(asked).toEqual(['stop', 'guarded']);
  for (const remove of removers) remove();
  asked.length = 0;
  press('9');
  expect(asked).toEqual([]);
});

test('measures what was read without pauses; it ends with Enter, and restarts at a key that moves', () => {
  let read: Reading = { text: '', ms: 0 };
  const remove = addTaker('anywhere', (stroke) => {
    read = stroke.within(100);
    return true;
  });
  press('1', 1000);
  press('2', 8);
  press('Shift', 8);
  press('A', 8);
  expect(read).toEqual({ text: '12A', ms: expect.closeTo(24, 0) });
  press('3', 500);
  expect(read.text).toBe('3');
  press('ArrowDown');
  press('4');
  expect(read.text).toBe('4');
  press('Enter');
  press('5');
  expect(read.text).toBe('5');
  remove();
});

test('the release of a swallowed key is not delivered', () => {
  const released = vi.fn();
  render(<button type="button" onKeyUp={released} />);
  screen.getByRole('button').focus();
  const remove = addTaker('stop', (stroke) => {
    if (stroke.event.key === ' ') swallow(stroke);
    return true;
  });
  for (const key of [' ', 'x']) {
    fireEvent.keyDown(screen.getByRole('button'), { key, code: key });
    fireEvent.keyUp(screen.getByRole('button'), { key, code: key });
  }
  expect(released).toHaveBeenCalledTimes(1);
  remove();
});
