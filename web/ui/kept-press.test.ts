import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepPresses } from './kept-press.ts';

const onButton = vi.fn();
const onRow = vi.fn();
let button: HTMLButtonElement;
let row: HTMLElement;

beforeAll(keepPresses);

beforeEach(() => {
  document.body.innerHTML = '<section><button>Salvar</button><p>Texto</p></section>';
  row = document.querySelector('section') as HTMLElement;
  button = document.querySelector('button') as HTMLButtonElement;
  button.addEventListener('click', onButton);
  row.addEventListener('click', onRow);
  vi.clearAllMocks();
});

const at = (type: string, target: Element, x: number, y: number) =>
  target.dispatchEvent(
    Object.assign(new MouseEvent(type, { bubbles: true, detail: 1, clientX: x, clientY: y }), {
      isPrimary: true,
    }),
  );

test('a button that moves while it is pressed receives its click, and its container no second one', () => {
  at('pointerdown', button, 100, 100);
  at('click', row, 102, 101);
  expect(onButton).toHaveBeenCalledTimes(1);
  expect(onRow.mock.calls.map(([event]) => event.target)).toEqual([button]);
});

test('an element that moved under the finger receives no click', () => {
  at('pointerdown', button, 100, 100);
  at('click', document.querySelector('p') as Element, 100, 100);
  expect(onButton).toHaveBeenCalledTimes(1);
  expect(onRow.mock.calls.map(([event]) => event.target)).toEqual([button]);
});

test('ignores a later key press', () => {
  at('pointerdown', button, 100, 100);
  row.click();
  expect(onButton).not.toHaveBeenCalled();
});

test('releasing elsewhere cancels the press', () => {
  at('pointerdown', button, 100, 100);
  at('click', row, 100, 140);
  expect(onButton).not.toHaveBeenCalled();
});

test('a click on the button itself is one click, and a removed button has none', () => {
  at('pointerdown', button, 100, 100);
  at('click', button, 100, 100);
  expect(onButton).toHaveBeenCalledTimes(1);
  at('pointerdown', button, 100, 100);
  button.remove();
  at('click', row, 100, 100);
  expect(onButton).toHaveBeenCalledTimes(1);
});

test('ignores a press beside a button', () => {
  at('pointerdown', document.querySelector('p') as Element, 100, 100);
  at('click', row, 100, 100);
  expect(onButton).not.toHaveBeenCalled();
  expect(onRow).toHaveBeenCalledTimes(1);
});
