import { useState } from 'react';
import { ambiguousSkus, asCode, namedBy } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import type { Balance } from '#contract/inventory/balance.ts';
import { useAct } from '../../acts.ts';
import { call } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import type { ScanOutcome } from '../../ui/scan/Scan.tsx';
import { type LotValues, lotBody, noLot } from '../lots/LotFields.tsx';
import { useWhatIs } from '../passport/what-is.ts';

/** A counted product: of the volume by the ledger, or found in it in addition. */
export type Counted = Pick<Balance['goods'][number], 'sku' | 'gtin' | 'lot' | 'expected' | 'asksLots'> & {
  variationId: number;
  name: string;
  unexpected: boolean;
};

/** A text that is no number is replaced by what is scanned. */
const countedOf = (typed: number | null | undefined): number =>
  typed === null || typed === undefined || Number.isNaN(typed) ? 0 : typed;

/** The numbers of one count, typed or scanned one by one. Blank means not counted; zero is typed. */
export function useCount(balance: Balance) {
  const { t } = useTranslation(['inventory', 'errors']);
  const whatIs = useWhatIs('position', 'volume', 'tote', 'cart');
  const [extra, setExtra] = useState<Counted[]>([]);
  const [numbers, setNumbers] = useState<Record<number, number | null>>({});
  // The count refers to the volume as it was when the first number was entered.
  const [seen, setSeen] = useState(balance.volumeVersion);
  const [lots, setLots] = useState<Record<number, LotValues>>({});
  const send = useAct(api.balances.count, { settles: true, success: false });
  const goods: Counted[] = balance.goods.map((line) => ({
    ...line,
    variationId: line.variation.id,
    name: line.product.name,
    unexpected: false,
  }));
  const lines = [...goods, ...extra];
  const setNumber = (variationId: number, value: number | null) =>
    setNumbers((now) => ({ ...now, [variationId]: value }));
  const add = (line: Counted): ScanOutcome => {
    const next = countedOf(numbers[line.variationId]) + 1;
    setNumbers((now) => ({ ...now, [line.variationId]: countedOf(now[line.variationId]) + 1 }));
    const message = t('balances.added', { sku: line.sku, count: next });
    // The product is counted although it was not expected here.
    return line.unexpected
      ? { tone: 'attention', message: `${message} · ${t('balances.unexpected')}` }
      : { tone: 'good', message };
  };
  const scan = async (text: string): Promise<ScanOutcome> => {
    const code = asCode(text);
    const ambiguous = (named: readonly { sku: string }[]): ScanOutcome | null => {
      const skus = ambiguousSkus(named);
      return skus.length > 0
        ? { tone: 'bad', message: t('errors:code_ambiguous', { skus: skus.join(', ') }) }
        : null;
    };
    const here = namedBy(lines, code);
    const unclear = ambiguous(here);
    if (unclear) return unclear;
    const [known] = here;
    if (known) return add(known);
    if (balance.variation)
      return { tone: 'bad', message: t('balances.otherProduct', { name: balance.variation.name }) };
    const query = { query: `"${code.replaceAll('"', '')}"`, size: '50' };
    const { items } = await call(api.productsVariations.list, { query });
    const found = namedBy(items, code);
    const several = ambiguous(found);
    if (several) return several;
    const [item] = found;
    if (!item) {
      const other = await whatIs(code);
      return {
        tone: 'bad',
        message: other
          ? t('balances.isOther', { kind: other.kind, name: other.name })
          : t('balances.unknownProduct', { code }),
      };
    }
    const { id: variationId, sku, gtin, asksLots } = item;
    const other = { variationId, sku, gtin, asksLots, name: item.product.name, lot: null, expected: null };
    const line = { ...other, unexpected: true };
    setExtra((now) => (now.some((one) => one.variationId === variationId) ? now : [...now, line]));
    return add(line);
  };
  const save = () =>
    send.run({
      params: { id: balance.id },
      body: {
        seen,
        lines: lines.flatMap(({ variationId }) => {
          const quantity = numbers[variationId];
          if (quantity == null) return [];
          return [{ variationId, quantity, ...lotBody(lots[variationId] ?? noLot) }];
        }),
      },
    });
  const setLot = (variationId: number, change: Partial<LotValues>) =>
    setLots((now) => ({ ...now, [variationId]: { ...noLot, ...now[variationId], ...change } }));
  const lotFor = (variationId: number) => lots[variationId] ?? noLot;
  /** The volume was moved, so the count is discarded and starts again with its current contents. */
  const restart = () => {
    setNumbers({});
    setExtra([]);
    setSeen(balance.volumeVersion);
  };
  const isOutdated = seen !== balance.volumeVersion;
  return {
    isOutdated,
    restart,
    lines,
    numbers,
    setNumber,
    lotFor,
    setLot,
    scan,
    save,
    pending: send.pending,
  };
}
