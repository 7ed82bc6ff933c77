import { weekdays } from '#contract/orders/own-carrier.ts';
import { useTranslation } from '../../i18n.ts';

/** From Monday on; `day`: the place in `weekdays`. */
export function useWeekdays(): { day: number; label: string }[] {
  const { t } = useTranslation('orders');
  const named = weekdays.map((name, day) => ({ day, label: t(`carriers.weekdays.${name}`) }));
  return [...named.slice(1), ...named.slice(0, 1)];
}
