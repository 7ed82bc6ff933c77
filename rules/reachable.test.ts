import { expect, test } from 'vitest';
import { paths, type Screen } from '#web/paths.ts';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';

const web = sources(/^web\/.*\.tsx?$/)
  .filter(({ path }) => !/\.test\.tsx?$|\/test\/|pages\.ts$|^web\/paths\.ts$/.test(path))
  .map(({ text }) => text)
  .join('\n');

/** Every screen of `paths` by its name: `paths.products.list`. */
function screensOf(node: object, at: string): string[] {
  return Object.entries(node).flatMap(([key, inner]: [string, Screen | object]) =>
    'pattern' in inner ? [`${at}.${key}`] : screensOf(inner, `${at}.${key}`),
  );
}

/** Opened from an e-mail only. */
const fromMail = ['registerStaff', 'activate', 'resetPassword', 'stopTwoStepReset'].map(
  (name) => `paths.account.${name}`,
);

test('every screen is in the menu, or another screen links to it', () => {
  const linked = (name: string) => new RegExp(`${name.replaceAll('.', '\\.')}\\b(?!\\.pattern)`).test(web);
  const screens = screensOf(paths, 'paths');
  expect(screens.length).toBeGreaterThan(80);
  expect(screens.filter((name) => !linked(name))).toEqual(fromMail);
});

/** Lists that no screen has: their files are for programs. */
const forPrograms = ['productsVariations.export', 'stock.export'];

test('every export is offered by the table of its list', () => {
  const exports = endpoints.map(({ name }) => name).filter((name) => name.endsWith('.export'));
  expect(exports.filter((name) => !web.includes(`api.${name}`)).toSorted()).toEqual(forPrograms);
});
