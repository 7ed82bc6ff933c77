import { expect, test } from 'vitest';
import { sources } from './files.ts';

/** Papers of one page: a label, codes that are kept in a drawer. */
const onePage = [
  'web/inventory/volumes/VolumeLabel.tsx',
  'web/account/user/RecoveryCodesDialog.tsx',
  'web/orders/CommandCodes.tsx',
];

test('a printing screen marks each page with its title and number', () => {
  const printing = sources(/^web\/.*\.tsx$/).filter(({ text }) => text.includes('window.print()'));
  expect(printing.length).toBeGreaterThan(onePage.length);
  const bare = printing.filter(({ path, text }) => !onePage.includes(path) && !text.includes('<PageMarks'));
  expect(bare.map(({ path }) => path)).toEqual([]);
});
