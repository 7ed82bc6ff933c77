import { beside } from '../answers.ts';
import type { MissingPart } from '../sale.ts';
import type { Parcels } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { arrange } from './arrange.ts';
import { askForOrder } from './ask-order.ts';
import { readIncome } from './income.ts';
import { readLabel, readLabels } from './labels.ts';
import { viewParcel } from './parcel.ts';
import { ShopeeError } from './shopee-error.ts';
import { readTracking } from './tracking.ts';
import { shopPath } from './values.ts';

const documentTypes = { xml: '4' };

/** The XML, byte for byte; after a refusal it may be there from an earlier try with a lost answer. */
async function sendDocument(
  session: SellerSession,
  orderId: string,
  { bytes, key }: { bytes: Buffer; key: string },
): Promise<string | null> {
  try {
    await session.call(shopPath(session, 'order/upload_invoice_doc'), {
      method: 'POST',
      form: { order_sn: orderId, file_type: documentTypes.xml },
      file: { name: `${key}.xml`, bytes, contentType: 'application/xml' },
    });
    return null;
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.retryable || error.kind === 'unauthorized') throw error;
    const now = await askForOrder(session, orderId);
    return now?.order.invoice_data?.access_key === key ? null : `${error.code}: ${error.message}`;
  }
}

export const parcels: Parcels = {
  async read(session, parcelId, { withFreight } = { withLimit: true, withFreight: true }) {
    const answer = await askForOrder(session, parcelId);
    if (!answer || answer.order.order_status === 'UNPAID') return null;
    const { order, json } = answer;
    const missing: MissingPart[] = [];
    const [income, code] = await Promise.all([
      withFreight ? beside('freight', missing, () => readIncome(session, parcelId)) : null,
      beside('tracking', missing, () => readTracking(session, order)),
    ]);
    return { parcel: viewParcel(session, order, json, code ?? '', income?.freight ?? null), missing };
  },
  ordersOf: async (_session, parcelId) => [parcelId],
  sendDocument,
  arrange,
  label: readLabel,
  labels: readLabels,
  report: null,
};
