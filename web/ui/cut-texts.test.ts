import { afterEach, expect, test, vi } from 'vitest';
import { nameCutText, showCutText } from './cut-texts.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function place(text: string, width: number, style = 'overflow: hidden'): HTMLElement {
  const element = document.createElement('td');
  element.textContent = text;
  element.setAttribute('style', style);
  Object.defineProperty(element, 'clientWidth', { configurable: true, value: 100 });
  Object.defineProperty(element, 'scrollWidth', { configurable: true, value: width });
  document.body.append(element);
  return element;
}

test('a truncated text gets a title with the full text', () => {
  const element = place('Caneca  de porcelana azul', 180);
  nameCutText(element);
  expect(element.title).toBe('Caneca de porcelana azul');
});

test('removes a title that is no longer needed, but not one of the screen', () => {
  const element = place('Caneca', 180);
  nameCutText(element);
  Object.defineProperty(element, 'scrollWidth', { configurable: true, value: 100 });
  nameCutText(element);
  expect(element.hasAttribute('title')).toBe(false);
  const own = place('Caneca', 180);
  own.title = 'Peso em kg';
  nameCutText(own);
  expect(own.title).toBe('Peso em kg');
});

test('a text that fits or scrolls gets no title', () => {
  for (const element of [place('Caneca', 100), place('Caneca', 180, 'overflow: auto'), place('', 180)]) {
    nameCutText(element);
    expect(element.hasAttribute('title')).toBe(false);
  }
});

test('a tap expands a truncated text in place', () => {
  const element = place('Caneca de porcelana azul', 180);
  const inner = document.createElement('b');
  element.append(inner);
  showCutText(inner);
  expect(element.hasAttribute('data-whole')).toBe(false);
  nameCutText(element);
  showCutText(inner);
  expect(element.hasAttribute('data-whole')).toBe(true);
});

test('a tap on a link in a truncated text only follows the link', () => {
  const element = place('Caneca de porcelana azul', 180);
  const link = document.createElement('a');
  element.append(link);
  nameCutText(element);
  showCutText(link);
  expect(element.hasAttribute('data-whole')).toBe(false);
});

test('a container with many texts is not a truncated text', () => {
  const element = place('Caneca de porcelana azul '.repeat(40), 180);
  nameCutText(element);
  expect(element.hasAttribute('title')).toBe(false);
});
