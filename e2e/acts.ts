import { expect, test } from '@playwright/test';
import type { Actor } from './verbs.ts';

/** Prints the acts and seconds of a story, which fails with more acts than its limit. */
export function expectAtMost(most: number, acts: readonly string[], begun: number, who: string): void {
  const seconds = Math.round((Date.now() - begun) / 1000);
  const description = `${who}: ${acts.length} in ${seconds} s: ${acts.join(' · ')}`;
  test.info().annotations.push({ type: 'acts', description });
  console.log(description);
  expect(acts.length, acts.join(' · ')).toBeLessThanOrEqual(most);
}

/**
 * What a person does from here on, on our pages and on the marketplace's: each press, each shortcut with Ctrl or Alt, each field
 * that is typed into and each choice is one act. Going into a field is part of typing into it.
 */
export async function countActs({ context }: Actor): Promise<string[]> {
  const acts: string[] = [];
  await context.exposeFunction('countAct', (name: string) => void acts.push(name));
  await context.addInitScript(listenForActs);
  return acts;
}

function listenForActs(): void {
  let typing: EventTarget | null = null;
  let label: HTMLLabelElement | null = null;
  const say = (target: Element, kind: string) => {
    const count: unknown = Reflect.get(window, 'countAct');
    const name =
      target.getAttribute('aria-label') ?? target.getAttribute('name') ?? (target as HTMLElement).innerText;
    if (typeof count === 'function') count(`${kind} ${name?.trim().slice(0, 40) ?? ''}`);
  };
  const isText = (target: Element) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'file', 'submit'].includes(target.type));
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element) || isText(target)) return;
      // A press of a label comes a second time, from what it is the label of.
      const isSecond = label !== null && label.control === target;
      label = isSecond ? null : target.closest('label');
      if (isSecond) return;
      const pressed = target.closest('button, a, label, [role=option], input') ?? target;
      say(pressed, 'press');
    },
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element) || !isText(target) || target === typing) return;
      typing = target;
      say(target, 'type');
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ key, ctrlKey, altKey, metaKey, isTrusted, target }) => {
      const isShortcut = (ctrlKey || altKey || metaKey) && !['Control', 'Alt', 'Meta', 'Shift'].includes(key);
      if (isTrusted && isShortcut && target instanceof Element) say(target, `key ${key}`);
    },
    true,
  );
  addEventListener(
    'focusout',
    () => {
      typing = null;
    },
    true,
  );
  addEventListener(
    'change',
    ({ target }) => {
      const isChosen =
        target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'file');
      if (isChosen) say(target, 'choose');
    },
    true,
  );
}
