const prefix = 'cancel-';

/** A request to cancel has no number of its own: the name of its thread, by the number of the order. */
export const cancellationOf = (orderSn: string): string => `${prefix}${orderSn}`;

/** The order of a request to cancel; null if the thread is of another kind. */
export const orderOfCancellation = (id: string): string | null =>
  id.startsWith(prefix) ? id.slice(prefix.length) : null;
