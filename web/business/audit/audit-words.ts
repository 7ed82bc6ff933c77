import { planNames } from '#contract/billing/plan.ts';
import { auditFields } from '#contract/business/audit.ts';
import { formatInstant } from '#contract/dates.ts';
import { roles } from '#contract/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity, writeMoney } from '../../quantity.ts';

/** Words for the acts and fields of the trail. A name without words is shown as stored. */
export function useAuditWords() {
  const { t, i18n } = useTranslation(['business', 'billing']);
  const wordAt = (keys: readonly string[]) => {
    const known = keys.find((key) => i18n.exists(key));
    return known && i18n.t(known as 'business:audit.nobody');
  };
  const word = (value: unknown): string => {
    const role = roles.find((known) => known === value);
    if (role) return t(`roles.${role}`);
    const plan = planNames.find((known) => known === value);
    if (plan) return t(`billing:names.${plan}`);
    if (value === null || value === undefined || value === '') return t('audit.values.none');
    if (typeof value === 'boolean') return t(value ? 'audit.values.yes' : 'audit.values.no');
    if (typeof value === 'number') return formatQuantity(value);
    if (Array.isArray(value)) return value.map(word).join(', ') || t('audit.values.none');
    const text = String(value);
    return /^\d{4}-\d{2}-\d{2}T/.test(text) ? formatInstant(text) : text;
  };
  return {
    kind: (name: string) => wordAt([`business:audit.kinds.${name}`]) ?? name,
    /** `kind`: of the record, for acts that have a word of their own there. */
    act: (name: string, kind = '') =>
      wordAt([`business:audit.actsOfKind.${kind}.${name}`, `business:audit.acts.${name}`]) ?? name,
    field: (name: string) => {
      const known = auditFields.find((field) => field === name);
      return known ? t(`audit.changedFields.${known}`) : name;
    },
    value: (field: string, value: unknown) =>
      field.endsWith('Centavos') && typeof value === 'number' ? writeMoney(value) : word(value),
  };
}
