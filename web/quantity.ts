const quantities = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Quantities and measures in the Brazilian way, in both languages as all figures of the product are. */
export function formatQuantity(value: number): string {
  return quantities.format(value);
}
