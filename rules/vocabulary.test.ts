import { describe, expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { type Locale, locales } from '#contract/messages/locale.ts';
import { specifiedMessages } from './specification/messages.ts';

/** Words that are not shown to a reader, and the one that is (`docs/glossary.md`). */
const avoided: Record<Locale, readonly (readonly [word: RegExp, instead: string])[]> = {
  pt: [
    [/\bPIX\b/, 'Pix'],
    [/cada dia à vista/, 'à vista is a way to pay'],
    [/Faturas (de )?dropship/i, 'Faturas a pagar, Faturas a receber'],
    [/Minhas ofertas|Dropshippings/i, 'Ofertas'],
  ],
  en: [
    [/\bPIX\b/, 'Pix'],
    [/\bWaiting (payment|separation|approval|collect)\b/, 'Awaiting …'],
    [/Invoices to receive|Dropship(ping)? invoices/i, 'Receivables'],
    [/My offers|Dropshippings/i, 'Offers'],
    [/\bAgency\b/, 'Branch of a bank, Drop-off point of a carrier'],
    [/\bbeep/i, 'Scan'],
    [/\blaunch/i, 'Put away'],
    [/\b(sub-)?positions?\b/i, 'Location'],
    [/\bCheckout\b/, 'Packing bench'],
    [/\bcollaborators?\b/i, 'Team, person'],
    [/\bcancelled\b/i, 'canceled'],
    [/\badvertisements?\b/i, 'Ad'],
    [/\bpublications?\b/i, 'Listing'],
    [/\bpictures?\b/i, 'Image'],
    [/\bcatalogue/i, 'Catalog'],
  ],
};

/** If the specification fixes the sentence, its words stay. */
const fixed = new Set<string>(specifiedMessages);

/** Words that people type and no screen shows: the palette knows the avoided ones on purpose. */
const isTyped = (key: string) => /^palette\.(words|actWords|kinds|frame)\./.test(key);

describe.each(locales)('words that a reader sees in %s', (locale) => {
  const said = textsOf(messages[locale]).filter(([key]) => !isTyped(key));

  test('words that a reader sees in %s are those of the glossary', () => {
    const wrong = said.flatMap(([key, text]) =>
      avoided[locale]
        .filter(([word]) => !fixed.has(text) && word.test(text.replace(/\{\{(?:n:)?\w+\}\}/g, '')))
        .map(([, instead]) => `${key}: ${text} (${instead})`),
    );
    expect(wrong).toEqual([]);
  });

  test('words that a reader sees in %s are the same in menu and title', () => {
    const { ui, business, dropshipping, orders, inventory } = messages[locale];
    const { menu } = ui;
    const pairs = [
      [menu.home, business.home.title],
      [menu.staff, business.staff.title],
      [menu.audit, business.audit.title],
      [menu.catalogue, dropshipping.catalogue.title],
      [menu.items, dropshipping.offers.title],
      [menu.items, business.home.counts.dropshippings],
      [menu.sellerInvoices, dropshipping.settlement.sellerTitle],
      [menu.sellerInvoices, business.home.counts.sellerInvoices],
      [menu.supplierInvoices, dropshipping.settlement.supplierTitle],
      [menu.supplierInvoices, business.home.counts.supplierInvoices],
      [menu.sales, orders.title],
      [menu.checkout, orders.bench.board.title],
      [menu.checkoutList, orders.bench.list.title],
      [menu.warehouses, inventory.warehouses.title],
      [menu.locations, inventory.locations.title],
      [menu.volumes, inventory.volumes.title],
    ];
    expect(pairs.filter(([item, title]) => item !== title)).toEqual([]);
  });
});

function textsOf(tree: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  );
}
