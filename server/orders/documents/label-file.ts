import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** The file name of a label is the number that people use for its sale: that of the marketplace, if there is one. */
export const labelName = ({ id, remote_order_id: remoteId }: Pick<OrderRow, 'id' | 'remote_order_id'>) =>
  `etiqueta-${remoteId?.replaceAll(/[^\w-]/g, '') || id}`;
