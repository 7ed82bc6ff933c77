/** Text without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Words between the others, which no name has to contain. */
const joining = new Set(
  'a ao aos as da das de do dos e em na nas no nos o os para por the of to and in for an'.split(' '),
);

const endings = [
  ['oes', 'ao'],
  ['ns', 'm'],
  ['ais', 'al'],
  ['eis', 'el'],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
] as const;

/** A word and what it may be the plural of. */
function formsOf(word: string): string[] {
  if (word.length < 4) return [word];
  const singular = endings.filter(([end]) => word.endsWith(end));
  return [word, ...singular.map(([end, instead]) => word.slice(0, -end.length) + instead)];
}

const tokens = (text: string): string[] => plain(text).split(/\s+/).filter(Boolean);

/** Whether a text contains every word that was typed, in singular or plural. */
export function matches(text: string, typed: string): boolean {
  const searched = plain(text);
  const all = tokens(typed);
  const words = all.filter((word) => !joining.has(word));
  return (words.length > 0 ? words : all).every((word) =>
    formsOf(word).some((form) => searched.includes(form)),
  );
}

type Named = { label: string; group: string; words?: string | undefined };

/** The entries that match, by how: 0 its name alone, 1 with its group, 2 with its other words. */
export function matching<T extends Named>(all: readonly T[], typed: string): { one: T; rank: number }[] {
  const rankOf = ({ label, group, words = '' }: T) =>
    [label, `${group} ${label}`, `${group} ${label} ${words}`].findIndex((text) => matches(text, typed));
  return all
    .map((one) => ({ one, rank: rankOf(one) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
}

/** What follows the word for a kind of record: `venda 214`, `fatura nº 71`, `pedido #12`. Null if another word leads. */
export function afterKind(typed: string, names: string): string | null {
  const [first = '', ...rest] = typed.trim().split(/\s+/);
  const known = tokens(names);
  if (!formsOf(plain(first)).some((form) => known.includes(form))) return null;
  const [sign = ''] = rest;
  const left = /^(n[.ºo°]*|numero|number|no\.?)$/.test(plain(sign)) ? rest.slice(1) : rest;
  return left.join(' ').replace(/^#/, '') || null;
}
