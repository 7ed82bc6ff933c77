/** Whether this code, as a scanner reads it, stands on the goods: our own or the one on the box. */
export const standsOn = ({ sku, gtin }: { sku: string; gtin: string }, code: string): boolean =>
  sku.toUpperCase() === code || (gtin !== '' && gtin === code);
