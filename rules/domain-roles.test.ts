import { expect, test } from 'vitest';
import {
  businessTypes,
  can,
  type Permission,
  permissionNames,
  type Role,
  roles,
  supplierSwitchNames,
  warehouseScoped,
} from '#contract/permissions.ts';
import { deviations, ofNoArea } from './domain-deviations.ts';
import { type Area, areas } from './domain-roles.ts';
import { repositoryFiles } from './files.ts';

const ifAllowed = ' if owner allows';

function cellOf({ cells }: Area, role: Role): string {
  const all = cells.split('|').map((cell) => cell.trim());
  expect(all).toHaveLength(roles.length);
  const cell = all[roles.indexOf(role)] ?? '';
  return cell === 'same' ? (all[0] ?? '') : cell;
}

const namesIn = (text: string) => text.split(/\s+/).filter(Boolean);
const rightsOf = ({ means }: Area) => [...new Set(Object.values(means).flatMap(namesIn))];

/** The grants of a letter or a word of a cell; a word that the area does not explain is an error. */
function meaningOf({ means }: Area, word: string): string[] {
  const whole = means[word];
  if (whole !== undefined) return namesIn(whole);
  return [...word].flatMap((letter) => namesIn(means[letter] ?? `unexplained: ${word}`));
}

function decidedIn(area: Area, role: Role, allowed: boolean): string[] {
  const cell = cellOf(area, role).replace(/¤|\bw\b|\([^)]*\)/g, '');
  const words = cell.split(/[,;:]/).map((word) => word.trim().replace(/\s+/g, ' '));
  return words
    .filter((word) => word !== '—' && (allowed || !word.endsWith(ifAllowed)))
    .flatMap((word) => meaningOf(area, word.replace(ifAllowed, '')));
}

function grantedIn(area: Area, role: Role, allowed: boolean): string[] {
  const types = area.business ? [area.business] : businessTypes;
  const supplierMay = allowed ? supplierSwitchNames : [];
  return rightsOf(area).filter((right) =>
    types.some((businessType) => can({ roles: [role], businessType, supplierMay }, right as Permission)),
  );
}

function differences(allowed: boolean): string[] {
  const found = roles.flatMap((role) =>
    Object.values(areas).flatMap((area) => {
      const decided = decidedIn(area, role, allowed);
      const granted = grantedIn(area, role, allowed);
      return [
        ...granted.filter((right) => !decided.includes(right)).map((right) => `${role} + ${right}`),
        ...decided.filter((right) => !granted.includes(right)).map((right) => `${role} - ${right}`),
      ];
    }),
  );
  return [...new Set(found)].toSorted();
}

test.each([
  ['as it is', false],
  ['with all that an owner may leave to the supplier role', true],
])(
  'every role has in every area what the domain decided, but for what a decision says otherwise, %s',
  (_, allowed) => {
    expect(differences(allowed)).toEqual(Object.keys(deviations).toSorted());
  },
);

test('every deviation has a decision', () => {
  const decisions = repositoryFiles().filter((path) => path.startsWith('docs/decisions/'));
  const without = Object.entries(deviations).filter(
    ([, number]) => !decisions.some((path) => path.startsWith(`docs/decisions/${number}-`)),
  );
  expect(without).toEqual([]);
});

test('every permission belongs to an area, or is listed as belonging to none', () => {
  const named = [...Object.values(areas).flatMap(rightsOf), ...Object.keys(ofNoArea)];
  expect([...new Set(named)].toSorted()).toEqual(permissionNames.toSorted());
});

/** Roles with that sign in one of their cells. */
const marked = (sign: RegExp) =>
  roles.filter((role) => Object.values(areas).some((area) => sign.test(cellOf(area, role))));

test('the roles without prices and those limited to their own warehouses are those that the table marks', () => {
  const blind = roles.filter(
    (role) => !businessTypes.some((businessType) => can({ roles: [role], businessType }, 'prices.read')),
  );
  expect(marked(/¤/)).toEqual(blind);
  expect(marked(/\bw\b/)).toEqual(warehouseScoped);
});
