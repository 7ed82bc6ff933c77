import { useEffect, useRef } from 'react';
import { groupSeparator } from '#contract/inventory/scanner-signs.ts';
import { breaksCode, isGroupSeparator, typedSign } from './keys.ts';

/**
 * Levels of the stack, from the lowest to the topmost: the whole application, a screen that is still loading, the code
 * field of a screen, the code field of a dialog, a field or keypad that refuses codes, the red stop.
 */
const levels = ['anywhere', 'loading', 'screen', 'dialog', 'guarded', 'stop'] as const;
export type TakerLevel = (typeof levels)[number];

/** One key, with what was read before it. */
export type Stroke = {
  event: KeyboardEvent;
  /** The character of a code that it types; null for a key that moves, commands or is a space. */
  sign: string | null;
  /** Enter or Tab, by which scanners end a code. */
  ends: boolean;
  /** Milliseconds since the key before. */
  gapMs: number;
  /** What was typed up to this key without a pause longer than `pauseMs`, and in how many milliseconds. */
  within: (pauseMs: number) => Reading;
};
export type Reading = { text: string; ms: number };

/** Handles the key and returns true, or returns false and leaves it to the taker below. */
export type Taker = (stroke: Stroke) => boolean;

type Entry = { level: number; take: Taker };

/** Ordered: the last one is the topmost. */
const stack: Entry[] = [];

type Sign = { text: string; at: number; gapMs: number };
let signs: Sign[] = [];
let lastAt = Number.NEGATIVE_INFINITY;
/** Keys whose press was swallowed: their release is as well. */
const swallowed = new Set<string>();

/** The key reaches neither the focused element nor any other listener. */
export function swallow({ event }: Pick<Stroke, 'event'>): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  swallowed.add(event.code || event.key);
}

function within(pauseMs: number): Reading {
  const paused = signs.findLastIndex(({ gapMs }) => gapMs > pauseMs);
  const read = signs.slice(Math.max(paused, 0));
  const [first] = read;
  return { text: read.map(({ text }) => text).join(''), ms: first ? lastAt - first.at : 0 };
}

/** The character of a code that a key types, a space included; empty for any other key. */
function textOf(event: KeyboardEvent): string {
  if (isGroupSeparator(event)) return groupSeparator;
  return event.key === ' ' ? ' ' : (typedSign(event) ?? '');
}

function keepSign(event: KeyboardEvent, gapMs: number): void {
  const text = textOf(event);
  if (text !== '') signs.push({ text, at: event.timeStamp, gapMs });
  else if (breaksCode(event) && !isEnd(event)) signs = [];
}

const isEnd = ({ key }: KeyboardEvent) => key === 'Enter' || key === 'Tab';

/** Hands a key to the takers, the topmost first. */
export function hear(event: KeyboardEvent): void {
  const gapMs = event.timeStamp - lastAt;
  lastAt = event.timeStamp;
  keepSign(event, gapMs);
  const sign = textOf(event).trim() || null;
  const stroke: Stroke = { event, sign, ends: isEnd(event), gapMs, within };
  // A taker may leave the stack while it handles a key.
  for (const { take } of stack.toReversed()) if (take(stroke)) break;
  if (stroke.ends) signs = [];
}

function swallowRelease(event: KeyboardEvent): void {
  if (!swallowed.delete(event.code || event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Puts a taker on top of its level; call the returned function to take it away. */
export function addTaker(level: TakerLevel, take: Taker): () => void {
  if (stack.length === 0) {
    // On the window and in the capture phase: before every other listener of the page.
    window.addEventListener('keydown', hear, true);
    window.addEventListener('keyup', swallowRelease, true);
  }
  const entry = { level: levels.indexOf(level), take };
  const above = stack.findIndex((other) => other.level > entry.level);
  stack.splice(above < 0 ? stack.length : above, 0, entry);
  return () => {
    const at = stack.indexOf(entry);
    if (at >= 0) stack.splice(at, 1);
    if (stack.length > 0) return;
    window.removeEventListener('keydown', hear, true);
    window.removeEventListener('keyup', swallowRelease, true);
    signs = [];
    lastAt = Number.NEGATIVE_INFINITY;
    swallowed.clear();
  };
}

/** While the component is mounted and `isActive`, its taker is on the stack; the latest `take` is called. */
export function useTaker(level: TakerLevel, take: Taker, isActive = true): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!isActive) return;
    return addTaker(level, (stroke) => latest.current(stroke));
  }, [level, isActive]);
}
