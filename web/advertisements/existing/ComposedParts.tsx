import { ActionIcon, Alert, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { useTranslation } from '../../i18n.ts';
import { AsyncSelect } from '../../ui/form/AsyncSelect.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { Money, Quantity } from '../../ui/page/values.tsx';
import { StackedTable } from '../../ui/table/StackedTable.tsx';
import { type PartValues, partOfOffer } from '../advertisement-values.ts';

type ComposedPartsProps = {
  parts: readonly PartValues[];
  /** Once one is known, only offers of this one. */
  warehouse: number | null;
  change: (parts: PartValues[]) => void;
};

/** Offers with their quantities, of one warehouse. */
export function ComposedParts({ parts, warehouse, change }: ComposedPartsProps) {
  const { t } = useTranslation('advertisements');
  const [round, setRound] = useState(0);
  return (
    <>
      {parts.length === 0 ? (
        <Alert color="gray" p="xs">
          {t('existing.uncomposed')}
        </Alert>
      ) : (
        <StackedTable aria-label={t('page.composition')} verticalSpacing={6} from={520}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('page.part')}</Table.Th>
              <Table.Th w={120}>{t('page.partQuantity')}</Table.Th>
              <Table.Th data-figure>{t('page.cost')}</Table.Th>
              <Table.Th data-figure>{t('quantity')}</Table.Th>
              <Table.Th w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parts.map((part) => (
              <PartRow
                key={part.offer.id}
                part={part}
                change={(quantity) =>
                  change(parts.map((one) => (one.offer.id === part.offer.id ? { ...one, quantity } : one)))
                }
                remove={() => change(parts.filter((one) => one.offer.id !== part.offer.id))}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
      <div style={{ maxWidth: 460 }}>
        <AsyncSelect<typeof api.dropshipping.list>
          key={round}
          value={null}
          onChange={() => undefined}
          endpoint={api.dropshipping.list}
          always={warehouse === null ? undefined : `warehouse:${warehouse}`}
          label={t('page.addPart')}
          onPick={(offer) => {
            if (!offer || parts.some((part) => part.offer.id === offer.id)) return;
            change([...parts, partOfOffer(offer)]);
            setRound(round + 1);
          }}
        />
      </div>
    </>
  );
}

type PartRowProps = { part: PartValues; change: (quantity: number | null) => void; remove: () => void };

function PartRow({ part, change, remove }: PartRowProps) {
  const { t } = useTranslation('advertisements');
  const { name } = part.offer;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {[part.sku, part.supplier].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td data-label={t('page.partQuantity')}>
        <NumberField
          value={part.quantity}
          onChange={change}
          aria-label={`${t('page.partQuantity')}: ${name}`}
          min={1}
          max={1000}
          size="xs"
        />
      </Table.Td>
      <Table.Td data-figure data-label={t('page.cost')}>
        <Money value={part.price} />
      </Table.Td>
      <Table.Td data-figure data-label={t('quantity')}>
        <Quantity value={part.available} />
      </Table.Td>
      <Table.Td data-corner>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('page.removePart', { name })}
          onClick={remove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
