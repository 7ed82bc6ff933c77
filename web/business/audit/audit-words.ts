import { planNames } from '#contract/billing/plan.ts';
import {
  type AuditAct,
  auditActs,
  auditActsOfKind,
  auditFields,
  auditKinds,
} from '#contract/business/audit.ts';
import { formatInstant } from '#contract/dates.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { formatMoney } from '#contract/money.ts';
import { roles } from '#contract/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import { formatQuantity } from '../../quantity.ts';

const entities: Record<string, Record<string, AnyEndpoint>> = api;

/** Acts on records of these kinds; without a kind, acts on any record. */
export function actsOf(kinds: readonly string[]): readonly AuditAct[] {
  if (kinds.length === 0) return auditActs;
  return auditActs.filter((act) =>
    kinds.some((kind) => (kind === 'security' ? act.includes('_') : entities[kind]?.[act] !== undefined)),
  );
}

/** Words for the acts and fields of the trail. A name without words is shown as stored. */
export function useAuditWords() {
  const { t } = useTranslation(['business', 'billing']);
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
    kind: (name: string) => {
      const known = auditKinds.find((kind) => kind === name);
      return known ? t(`audit.kinds.${known}`) : name;
    },
    /** `kind`: of the record, for acts that have a word of their own there. */
    act: (name: string, kind = '') => {
      const own = auditActsOfKind.find((act) => act === `${kind}.${name}`);
      if (own) return t(`audit.actsOfKind.${own}`);
      const known = auditActs.find((act) => act === name);
      return known ? t(`audit.acts.${known}`) : name;
    },
    field: (name: string) => {
      const known = auditFields.find((field) => field === name);
      return known ? t(`audit.changedFields.${known}`) : name;
    },
    value: (field: string, value: unknown) =>
      field.endsWith('Centavos') && typeof value === 'number' ? formatMoney(value) : word(value),
  };
}
