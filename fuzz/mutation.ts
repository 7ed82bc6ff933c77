import fc from 'fast-check';
import { Pick, type Tree } from './arbitrary.ts';
import { hostileTexts } from './strings.ts';

/** Changes to a valid input. */
export const kinds = [
  'valid',
  'wrong type',
  'missing',
  'extra',
  'null',
  'number out of range',
  'hostile text',
  'very long',
  'deep',
  'many',
  'prototype key',
  'duplicate key',
  'wire',
] as const;
export type Kind = (typeof kinds)[number];

/** One change at one place of the tree: `place` counts its nodes, `choice` what is put there. */
export type Mutation = { kind: Kind; place: number; choice: number };

const weights: Record<Kind, number> = {
  valid: 0,
  'wrong type': 6,
  missing: 4,
  extra: 3,
  null: 3,
  'number out of range': 5,
  'hostile text': 8,
  'very long': 1,
  deep: 1,
  many: 1,
  'prototype key': 2,
  'duplicate key': 1,
  wire: 2,
};

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.oneof(
    ...kinds
      .filter((kind) => weights[kind] > 0)
      .map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
  ),
  place: fc.nat(400),
  choice: fc.nat(10_000),
});

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const wrong: readonly Tree[] = [
  true,
  false,
  0,
  1,
  '1',
  'x',
  '',
  [],
  {},
  [null],
  ['1'],
  [1, 2],
  { id: 1 },
  { length: 1 },
  { toString: 'x' },
  [[]],
  { $gt: '' },
  { $ne: null },
];

const numbers: readonly Tree[] = [
  -1,
  0,
  -0,
  0.5,
  1e-7,
  1.1,
  99_999_999_999,
  2_147_483_648,
  -2_147_483_649,
  1_000_000_001,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  -(2 ** 53),
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

export function deepTree(depth: number): Tree {
  let tree: Tree = 1;
  for (let level = 0; level < depth; level++) tree = level % 2 === 0 ? [tree] : { a: tree };
  return tree;
}

/** The input with one error. If the change cannot be applied, the input is returned unchanged. */
export function mutate(tree: Tree, { kind, place, choice }: Mutation): Tree {
  switch (kind) {
    case 'wrong type':
      return replaceAt(tree, place, () => at(wrong, choice));
    case 'null':
      return replaceAt(tree, place, () => null);
    case 'number out of range':
      return replaceAt(tree, place, () => at(numbers, choice), isNumber);
    case 'hostile text':
      return replaceAt(tree, place, () => at(hostileTexts, choice), isText);
    case 'very long':
      return replaceAt(tree, place, () => 'Lorem çã '.repeat(at([40, 400, 4000, 12_000], choice)), isText);
    case 'deep':
      return replaceAt(tree, place, () => deepTree(at([3, 20, 31, 40, 200], choice)));
    case 'many':
      return replaceAt(
        tree,
        place,
        (node) =>
          Array.isArray(node)
            ? Array.from({ length: at([101, 501, 2000], choice) }, (_, index) => node[0] ?? index + 1)
            : node,
        Array.isArray,
      );
    case 'missing':
      return changeObject(tree, place, (entries) =>
        entries.filter((_, index) => index !== choice % entries.length),
      );
    case 'extra':
      return changeObject(tree, place, (entries) => [
        ...entries,
        [
          at(['extra', 'id', 'businessId', 'price', 'status', 'role', 'version', 'ID', 'createdAt'], choice),
          1,
        ],
      ]);
    case 'prototype key':
      return changeObject(tree, place, (entries) => [
        ...entries,
        [
          at(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'], choice),
          { admin: true },
        ],
      ]);
    default:
      return tree;
  }
}

const isNumber = (node: Tree) => typeof node === 'number' || (node instanceof Pick && node.as === 'number');
const isText = (node: Tree) => typeof node === 'string' || (node instanceof Pick && node.as === 'text');
const isObject = (node: Tree): node is { [key: string]: Tree } =>
  typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof Pick);

/** Replaces the n-th node (counted around) that suits. */
function replaceAt(
  tree: Tree,
  place: number,
  value: (node: Tree) => Tree,
  suits: (node: Tree) => boolean = () => true,
): Tree {
  const total = countNodes(tree, suits);
  if (total === 0) return tree;
  let left = place % total;
  const visit = (node: Tree): Tree => {
    if (suits(node) && left-- === 0) return value(node);
    if (Array.isArray(node)) return node.map(visit);
    if (isObject(node)) return fromEntries(Object.entries(node).map(([key, inner]) => [key, visit(inner)]));
    return node;
  };
  return visit(tree);
}

function changeObject(
  tree: Tree,
  place: number,
  change: (entries: [string, Tree][]) => [string, Tree][],
): Tree {
  return replaceAt(
    tree,
    place,
    (node) => (isObject(node) ? fromEntries(change(Object.entries(node))) : node),
    isObject,
  );
}

/** Like Object.fromEntries, but `__proto__` becomes an own key. */
export function fromEntries(entries: readonly (readonly [string, Tree])[]): { [key: string]: Tree } {
  const object: { [key: string]: Tree } = {};
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

function countNodes(tree: Tree, suits: (node: Tree) => boolean): number {
  const inner = Array.isArray(tree) ? tree : isObject(tree) ? Object.values(tree) : [];
  return (suits(tree) ? 1 : 0) + inner.reduce<number>((sum, node) => sum + countNodes(node, suits), 0);
}
