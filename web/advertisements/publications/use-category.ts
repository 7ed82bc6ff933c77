import { useEffect } from 'react';
import { api } from '#contract/index.ts';
import { useApi } from '../../queries.ts';
import type { FormState } from '../../ui/form/form-state.ts';
import { inCategory } from './category-change.ts';
import type { PublishValues } from './publish-values.ts';

/**
 * Settings of the chosen category; values of another one are taken over as soon as they are known, and those `said` of
 * another account.
 */
export function useCategory(form: FormState<PublishValues>, said: PublishValues['attributes'] = {}) {
  const { account, category, saidFor } = form.values;
  const { data: settings, isPending } = useApi(
    api.marketplacesCategories.attributes,
    { params: { account: account?.id ?? 0, id: category?.id ?? '' } },
    { enabled: account !== null && category !== null },
  );
  useEffect(() => {
    if (!category || !settings || saidFor === category.id) return;
    const { values } = form;
    const others = Object.entries(said).filter(([id]) => !values.attributes[id]);
    const known = { ...values, attributes: { ...values.attributes, ...Object.fromEntries(others) } };
    const { attributes, unlisted, varies, told } = inCategory(known, settings.attributes);
    form.derive('saidFor', category.id);
    form.derive('attributes', attributes);
    form.derive('unlisted', unlisted);
    form.derive('varies', varies);
    // Field by field: a price may be on its way into the same variation.
    for (const [index, value] of told.entries()) form.derive(`variations.${index}.value`, value);
  });
  return { settings, isPending };
}
