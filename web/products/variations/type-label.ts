import type { Translate } from '../../i18n.ts';

const known = ['Color', 'Size', 'Voltage', 'Flavor', 'Material'] as const;

/** Types known to marketplaces are stored under one name and shown in the reader's language. */
export function typeLabel(t: Translate<'products'>, type: string): string {
  const found = known.find((name) => name === type);
  return found ? t(`types.${found}`) : type;
}
