import { expect, test } from 'vitest';
import { sources } from './files.ts';

/** Text of the attribute `empty={…}` of every list, with the file that has it. */
function emptyStates(): { file: string; text: string }[] {
  return sources(/^web\/(?!ui\/).*\.tsx$/)
    .filter(({ path }) => !path.endsWith('.test.tsx'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\sempty=\{/g)].map(({ index, 0: start }) => ({
        file: path,
        text: balanced(text, index + start.length),
      })),
    );
}

/** From a position to the brace that closes the expression. */
function balanced(source: string, from: number): string {
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}') depth--;
    if (depth === 0) return source.slice(from, at);
  }
  return source.slice(from);
}

/** By a permission: of an action, of a link to another screen, or asked before. */
const byPermission = /<Actions|<GoTo|can\(|first && \(/;

test('the act of an empty list is shown only to readers who may do it', () => {
  const literal = emptyStates().filter(({ text }) => text.trimStart().startsWith('{'));
  expect(literal.length).toBeGreaterThan(25);
  const open = literal.filter(({ text }) => text.includes('action:') && !byPermission.test(text));
  expect(open.map(({ file }) => file)).toEqual([]);
});

test('a list without an act says why in words', () => {
  const reasons = emptyStates().flatMap(({ text }) => /noAction: '([^']*)'/.exec(text)?.[1] ?? []);
  expect(reasons.filter((reason) => reason.split(' ').length < 4)).toEqual([]);
});
