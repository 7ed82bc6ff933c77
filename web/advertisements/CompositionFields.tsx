import { Alert, Text } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import { newTempId } from '../ui/form/collection.ts';
import { Money } from '../ui/page/values.tsx';
import {
  type AdvertisementFormState,
  costOf,
  partOfOffer,
  partValues,
  withOffer,
} from './advertisement-values.ts';
import { ComposedParts } from './ComposedParts.tsx';

type CompositionProps = { form: AdvertisementFormState; isNew: boolean };

/** Composition of one unit: offers of one warehouse with their quantities. */
export function CompositionFields({ form, isNew }: CompositionProps) {
  const { t } = useTranslation('advertisements');
  const { components, asVariations } = form.values;
  // Each variation costs what its own row costs.
  const cost = asVariations ? null : costOf(components);
  form.shownPaths.add('components');
  return (
    <>
      <ComposedParts
        parts={components}
        change={(parts) => form.set('components', parts)}
        fields={partFields(form)}
        none={
          <Alert color={form.errors.components ? 'red' : 'gray'} p="xs">
            {t('page.none')}
          </Alert>
        }
        onOffer={(offer) => {
          if (!isNew) return form.set('components', [...components, partOfOffer(offer)]);
          const next = withOffer(form.values, offer, (names) => t('page.kitName', { names }));
          form.setValues({ ...form.values, ...next });
        }}
        onKit={
          asVariations
            ? undefined
            : (kit) => {
                const known = new Set(components.map(({ offer }) => offer.id));
                const added = kit.components
                  .filter(({ offer }) => !known.has(offer.id))
                  .map((part) => ({ ...partValues(part), id: undefined, tempId: newTempId() }));
                form.set('components', [...components, ...added]);
              }
        }
      />
      {cost !== null && components.length > 0 && (
        <Text>
          {t('page.cost')}: <Money value={cost} strong />
        </Text>
      )}
    </>
  );
}

/** The parts of the form, each error beside its field. */
const partFields = (form: AdvertisementFormState) => ({
  field: (index: number) => form.field(`components.${index}.quantity`),
  fault: (index: number) => form.errorOf(`components.${index}.offer`),
  remove: (index: number) => form.remove('components', index),
});
