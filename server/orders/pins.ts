import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { unpinOrder as unpin } from '#server/inventory/picking.ts';

/** Lets go of the volumes that a sale in picking was to be packed from, on the fulfiller's shelf. */
export async function unpinOrder(tx: Tx, fulfillerId: number, orderId: number): Promise<void> {
  await asBusiness(tx, fulfillerId, () => unpin(tx, orderId));
}
