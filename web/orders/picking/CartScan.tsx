import { asCode } from '#contract/codes.ts';
import { api } from '#contract/index.ts';
import { readCartCode } from '#contract/inventory/cart.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { Scan, type ScanOutcome } from '../../ui/scan/Scan.tsx';

/** Before the walk begins, a scan gives the list its cart. */
export function CartScan({ list }: { list: PickingList }) {
  const { t } = useTranslation(['orders', 'errors']);
  const take = useAct(api.picking.takeCart, { success: false, onFailure: () => true, patience: 8_000 });
  const scan = async (text: string): Promise<ScanOutcome> => {
    const code = asCode(text);
    if (!readCartCode(code)) return { tone: 'bad', message: t('picking.wrongUnknown', { code }) };
    const done = await take.run({ params: { id: list.id }, body: { code } });
    if (!done.ok) return { tone: 'bad', message: reasonOf(done.failure) };
    queryClient.setQueryData(queryKey(api.picking.detail, { params: { id: list.id } }), done.response);
    return { tone: 'good', message: t('picking.cartTaken', { code: done.response.cart?.code ?? code }) };
  };
  return <Scan onScan={scan} label={t('picking.scanCart')} hint={t('picking.scanCartHint')} />;
}
