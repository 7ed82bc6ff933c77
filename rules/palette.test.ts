import { describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type Locale, locales, messages } from '#contract/messages/index.ts';
import type { Translate } from '#web/i18n.ts';
import { menuOf } from '#web/layouts/menu.ts';
import { actsFor } from '#web/layouts/palette-acts.ts';
import { listActsFor, viewsFor } from '#web/layouts/palette-lists.ts';
import { recordsFor } from '#web/layouts/palette-records.ts';
import type { Session } from '#web/session.ts';
import { sampleOf } from '#web/test/sample.ts';
import { afterKind, matching } from '#web/ui/palette-match.ts';
import { sources } from './files.ts';

/** Owners of a seller and of a supplier: what neither finds, nobody finds. */
const owners = (['sales', 'supply'] as const).map((type) =>
  sampleOf(api.auth.session.response, {
    user: { id: 1, name: 'Mariana Prado', email: 'mariana@aurora.com.br' },
    business: { id: 1, name: 'Aurora', type },
    ...{ roles: ['owner'], locale: 'pt', handsFree: true },
  }),
);

/** A text of a catalogue by its key, `orders:list.late`; without an area it is one of the palette. */
function textOf(locale: Locale, key: string): string {
  const [area, path] = key.includes(':') ? key.split(':') : ['palette', key];
  const found = `${area}.${path}`
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], messages[locale]);
  return typeof found === 'string' ? found : '';
}

function entriesOf(locale: Locale, session: Session) {
  const t = ((key: string) => textOf(locale, key)) as Translate<'palette'>;
  const { groups } = menuOf(session);
  const screens = groups.flatMap(({ label, items }) =>
    items.map((item) => ({
      label: t(`ui:menu.${item.label}`),
      group: t(`ui:menu.${label}`),
      words: t(`words.${item.label}`),
    })),
  );
  const acts = actsFor(session).map(({ label }) => ({
    label: t(`act.${label}`),
    group: '',
    words: t(`actWords.${label}`),
  }));
  return [...screens, ...acts, ...listActsFor(session, t), ...viewsFor(session, t)];
}

const finds = (locale: Locale, typed: string) =>
  owners.flatMap((session) => matching(entriesOf(locale, session), typed)).map(({ one }) => one.label);

/** The block that a marker opens, to the bracket that closes it. */
function blockAfter(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf('[', from); at >= 0 && at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return '';
}

/** Keys of the acts on selected rows of every list. */
const bulkActs = sources(/^web\/(?!ui\/).*\.tsx$/)
  .filter(({ path }) => !path.includes('.test.'))
  .flatMap(({ path, text }) => {
    const area = /useTranslation\(\[?'(\w+)'/.exec(text)?.[1] ?? 'ui';
    return [...text.matchAll(/\b(?:bulk(?:=\{|: )|of: )\(.*?\) => \[/g)].flatMap(({ index }) =>
      [...blockAfter(text, index).matchAll(/label: t\((?:\w+ \? )?'([\w.:]+)'/g)].map(([, key = '']) => ({
        path,
        key: key.includes(':') ? key : `${area}:${key}`,
      })),
    );
  })
  // Steps of the wizard have an address of their own, which the palette opens.
  .filter(({ path }) => !path.includes('/existing/'));

describe.each(locales)('the palette in %s', (locale) => {
  test('finds every act on selected rows by its name', () => {
    expect(bulkActs.length).toBeGreaterThan(20);
    const missing = bulkActs.filter(({ key }) => {
      const name = textOf(locale, key).replace(/…$/, '');
      return !finds(locale, name).some((label) => label === name);
    });
    expect(missing).toEqual([]);
  });

  test('finds every screen of the menu by its name, in singular and plural', () => {
    const names = owners.flatMap((session) => menuOf(session).groups.flatMap(({ items }) => items));
    const missing = names.filter(({ label }) => {
      const name = textOf(locale, `ui:menu.${label}`);
      return !finds(locale, name.toLowerCase()).includes(name);
    });
    expect(missing.map(({ label }) => label)).toEqual([]);
  });

  test('finds every status of sales, ads, volumes, requests and returns', () => {
    const { orders, advertisements, inventory, supply } = messages[locale];
    const statuses = [
      ...Object.values(orders.statuses),
      ...Object.values(advertisements.states),
      ...Object.values(inventory.volumeState),
      ...Object.values(supply.requestState),
      ...Object.values(orders.returns.states),
    ];
    expect(statuses.filter((name) => !finds(locale, name).includes(name))).toEqual([]);
  });
});

test.each([
  ['pt', 'preço', 'Mudar preços'],
  ['pt', 'preços', 'Mudar preços'],
  ['pt', 'atrasadas', 'Atrasadas'],
  ['pt', 'venda atrasada', 'Atrasadas'],
  ['pt', 'etiquetas das vendas', 'Etiquetas'],
  ['pt', 'vencidas', 'Vencida'],
  ['pt', 'contagem', 'Balanço'],
  ['pt', 'inventário', 'Balanço'],
  ['pt', 'reclamação', 'Conversas'],
  ['pt', 'senha', 'Minha conta'],
  ['en', 'price', 'Change prices'],
  ['en', 'late sales', 'Late'],
  ['en', 'overdue', 'Overdue'],
  ['en', 'inventory', 'Stock counts'],
  ['en', 'password', 'My account'],
] as const)('in %s, “%s” finds %s', (locale, typed, label) => {
  expect(finds(locale, typed)).toContain(label);
});

test.each([
  ['pt', 'venda 214', '/orders'],
  ['pt', 'pedido 12', '/orders'],
  ['pt', 'pedido 12', '/supply-requests'],
  ['pt', 'fatura 71', '/dropinvoices'],
  ['pt', 'nota nº 71', '/dropinvoices'],
  ['pt', 'produto 21', '/products'],
  ['pt', 'anúncio 4', '/advertisements'],
  ['pt', 'romaneio 3', '/manifests'],
  ['pt', 'devolução 9', '/returns'],
  ['pt', 'lista 5', '/picking'],
  ['en', 'sale 214', '/orders'],
  ['en', 'order 12', '/supply-requests'],
  ['en', 'invoice #71', '/dropinvoices'],
  ['en', 'product 21', '/products'],
  ['en', 'ad 4', '/advertisements'],
] as const)('in %s, “%s” searches %s for the number alone', (locale, typed, key) => {
  const t = ((name: string) => textOf(locale, name)) as Translate<'palette'>;
  const named = owners
    .flatMap((session) => recordsFor(session, t))
    .filter(({ names }) => afterKind(typed, names) !== null);
  expect(named.map((one) => one.key)).toContain(key);
  expect(named.map(({ names }) => afterKind(typed, names))).toEqual(named.map(() => /\d+/.exec(typed)?.[0]));
});
