import { expect, test, vi } from 'vitest';
import { watchForScans } from './refuse-scans.ts';

function typist() {
  const refuse = vi.fn();
  const watch = watchForScans(refuse);
  let held = '';
  let at = 1000;
  const press = (key: string, after: number) => {
    at += after;
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    watch(event, held);
    if (key.length === 1) held += key;
    return event.defaultPrevented;
  };
  const type = (text: string, pace: number) => [...text].map((key) => press(key, pace));
  return { refuse, press, type };
}

test.each([
  ['a GTIN at 5 ms a sign', '7891000315507', 5, 'Enter'],
  ['a volume at 30 ms a sign, ended by Tab', 'V000139', 30, 'Tab'],
  ['a position without digits', 'BANCADA', 8, 'Enter'],
])('refuses %s and gives back what was typed before', (_, code, pace, end) => {
  const { refuse, press, type } = typist();
  type('uma frase', 150);
  press(code.charAt(0), 900);
  type(code.slice(1), pace);
  expect(press(end, pace)).toBe(true);
  expect(refuse).toHaveBeenCalledExactlyOnceWith('uma frase');
});

test.each([
  ['typed quickly', 'senha1234', 70],
  ['typed in bursts of two signs', 'ab', 5],
])('takes a password %s', (_, text, pace) => {
  const { refuse, press, type } = typist();
  type(text, pace);
  expect(press('Enter', pace)).toBe(false);
  expect(refuse).not.toHaveBeenCalled();
});

test('takes the Enter that follows a filled field without any sign', () => {
  const { refuse, press } = typist();
  expect(press('Enter', 1)).toBe(false);
  expect(refuse).not.toHaveBeenCalled();
});
