import type { Offer } from '#contract/dropshipping/dropship-item.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { MoneyField } from '../ui/form/brazilian-fields.tsx';
import { useForm } from '../ui/form/form-state.ts';
import { NumberField } from '../ui/form/NumberField.tsx';
import { BulkDialog } from '../ui/table/BulkDialog.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import { useSession } from '../use-session.ts';

type Values = { price: number | null; quantityCap: number | null; buffer: number | null };

/**
 * Price, cap and buffer of many offers; empty fields are not changed. Own goods have their cost instead of a price.
 */
export default function OfferBulkDialog({ chosen, onClose }: { chosen: Chosen<Offer>; onClose: () => void }) {
  const { t } = useTranslation('dropshipping');
  const { session } = useSession();
  const isOwn = session?.business?.type === 'sales';
  const takeBack = useAct(api.dropshipItems.undo, { success: false });
  const form = useForm({
    endpoint: api.dropshipItems.bulkUpdate,
    initial: { price: null, quantityCap: null, buffer: null } as Values,
    success: false,
    send: ({ price, quantityCap, buffer }) => ({
      body: {
        ...chosen.body,
        change: {
          ...(price !== null && { price }),
          ...(quantityCap !== null && { quantityCap }),
          ...(buffer !== null && { buffer }),
        },
      },
    }),
    mapError: (path) => path.replace(/^change\./, ''),
    onSaved: (outcome) => {
      const { changed: rows } = outcome;
      const undo = async () => {
        const back = await takeBack.run({ body: { rows } });
        return back.ok ? back.response : null;
      };
      const message = actMessage('successes', 'dropshipItems.bulkUpdate') ?? '';
      chosen.settle(outcome, message, rows.length > 0 ? undo : undefined);
      onClose();
    },
  });
  return (
    <BulkDialog
      title={t(isOwn ? 'offers.changeOwn' : 'offers.change')}
      chosen={chosen}
      form={form}
      onClose={onClose}
    >
      {!isOwn && <MoneyField {...form.field('price')} label={t('offers.price')} />}
      <NumberField {...form.field('quantityCap')} label={t('offers.cap')} />
      <NumberField {...form.field('buffer')} label={t('offers.buffer')} />
    </BulkDialog>
  );
}
