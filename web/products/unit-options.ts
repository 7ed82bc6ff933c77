import { useTranslation } from '../i18n.ts';

const units = ['unit', 'piece', 'kg', 'pair', 'set', 'box', 'pack', 'meter', 'liter'] as const;

/** Common units of products. */
export function useUnitOptions(): { value: string; label: string }[] {
  const { t } = useTranslation('products');
  return units.map((value) => ({ value, label: t(`units.${value}`) }));
}
