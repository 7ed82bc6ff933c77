import { ActionIcon, Alert, Group, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../i18n.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { newTempId } from '../ui/form/collection.ts';
import { FieldFault } from '../ui/form/FieldFault.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Money } from '../ui/page/values.tsx';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { type AdvertisementFormState, costOf, partOfOffer, withOffer } from './advertisement-values.ts';
import { PickKit } from './ComposedParts.tsx';
import { kitPartValues } from './kits/kit-values.ts';
import { PartQuantity } from './PartQuantity.tsx';

type CompositionProps = { form: AdvertisementFormState; isNew: boolean };

/** Composition of one unit: offers of one warehouse with their quantities. */
export function CompositionFields({ form, isNew }: CompositionProps) {
  const { t } = useTranslation('advertisements');
  const { components, asVariations } = form.values;
  // Each variation costs what its own row costs.
  const cost = asVariations ? null : costOf(components);
  const faulty = form.errors.components;
  form.shownPaths.add('components');
  return (
    <>
      {components.length === 0 ? (
        <Alert color={faulty ? 'red' : 'gray'} p="xs">
          {t('page.none')}
        </Alert>
      ) : (
        <StackedTable aria-label={t('page.composition')} verticalSpacing={6} from={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('page.part')}</Table.Th>
              <Table.Th>{t('page.supplier')}</Table.Th>
              <Table.Th w={120}>{t('page.partQuantity')}</Table.Th>
              <Table.Th data-figure>{t('page.cost')}</Table.Th>
              <Table.Th data-figure>{t('quantity')}</Table.Th>
              <Table.Th w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {components.map((part, index) => (
              <PartRow key={part.id ?? part.tempId} form={form} index={index} />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
      <Group justify="space-between" align="end">
        <AddPart form={form} isNew={isNew} />
        {!asVariations && (
          <PickKit
            onPick={(kit) => {
              const known = new Set(components.map(({ offer }) => offer.id));
              const parts = kit.components.map((part) => ({
                ...kitPartValues(part),
                id: undefined,
                tempId: newTempId(),
              }));
              form.set('components', [...components, ...parts.filter(({ offer }) => !known.has(offer.id))]);
            }}
          />
        )}
        {cost !== null && components.length > 0 && (
          <Text>
            {t('page.cost')}: <Money value={cost} strong />
          </Text>
        )}
      </Group>
    </>
  );
}

type PartRowProps = { form: AdvertisementFormState; index: number };

function PartRow({ form, index }: PartRowProps) {
  const { t } = useTranslation('advertisements');
  const part = form.values.components[index];
  form.shownPaths.add(`components.${index}.offer`);
  if (!part) return null;
  const { name } = part.offer;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {part.sku}
        </Text>
        <FieldFault>{form.errors[`components.${index}.offer`]}</FieldFault>
      </Table.Td>
      <Table.Td data-label={t('page.supplier')}>{part.supplier}</Table.Td>
      <Table.Td data-label={t('page.partQuantity')}>
        <NumberField
          {...form.field(`components.${index}.quantity`)}
          aria-label={`${t('page.partQuantity')}: ${name}`}
          min={1}
          max={1000}
          size="xs"
        />
      </Table.Td>
      <Table.Td data-figure data-label={t('page.cost')}>
        {part.price === null ? <Text c="red">{t('page.withdrawn')}</Text> : <Money value={part.price} />}
      </Table.Td>
      <Table.Td data-figure data-label={t('quantity')}>
        <PartQuantity part={part} />
        {part.held && (
          <Text size="xs" c="red">
            {t('page.held')}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-corner>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('page.removePart', { name })}
          onClick={() => form.remove('components', index)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

/** Offers of the catalogue, limited to the warehouse of the first chosen one. */
function AddPart({ form, isNew }: CompositionProps) {
  const { t } = useTranslation('advertisements');
  const [round, setRound] = useState(0);
  const { components } = form.values;
  const warehouse = components.find((part) => part.warehouseId !== null)?.warehouseId;
  return (
    <div style={{ flex: '1 1 300px', maxWidth: 420 }}>
      <AsyncSelect<typeof api.dropshipping.list>
        key={round}
        value={null}
        onChange={() => undefined}
        endpoint={api.dropshipping.list}
        always={warehouse ? `warehouse:${warehouse}` : undefined}
        label={t('page.addPart')}
        onPick={(offer) => {
          if (!offer || components.some((part) => part.offer.id === offer.id)) return;
          if (isNew) {
            const next = withOffer(form.values, offer, (names) => t('page.kitName', { names }));
            form.set('components', next.components);
            form.set('asVariations', next.asVariations);
            form.set('product', next.product);
            form.set('brand', next.brand);
            form.set('sku', next.sku);
          } else form.set('components', [...components, partOfOffer(offer)]);
          setRound(round + 1);
        }}
      />
    </div>
  );
}
