import { ActionIcon, Alert, Group, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { VirtualProduct } from '#contract/products/virtual-product.ts';
import { useTranslation } from '../i18n.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Money } from '../ui/page/values.tsx';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { useSession } from '../use-session.ts';
import { type PartValues, partOfOffer, partOfOwnOffer } from './advertisement-values.ts';
import { PartQuantity } from './PartQuantity.tsx';

type ComposedPartsProps = {
  parts: readonly PartValues[];
  /** Set once the warehouse is known; only its offers can be added then. */
  warehouse: number | null;
  change: (parts: PartValues[]) => void;
  /** Set if a kit can be chosen instead. */
  onKit?: (kit: VirtualProduct) => void;
};

/** Offers of one warehouse with their quantities. */
export function ComposedParts({ parts, warehouse, change, onKit }: ComposedPartsProps) {
  const { t } = useTranslation('advertisements');
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
      <Group align="end" gap="sm">
        <AddPart {...{ parts, warehouse, change }} />
        {onKit && <PickKit onPick={onKit} />}
      </Group>
    </>
  );
}

/** Sellers choose among all offers, suppliers among their own. */
function AddPart({ parts, warehouse, change }: ComposedPartsProps) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const [round, setRound] = useState(0);
  const always = warehouse === null ? undefined : `warehouse:${warehouse}`;
  const add = (part: PartValues) => {
    if (parts.some(({ offer }) => offer.id === part.offer.id)) return;
    change([...parts, part]);
    setRound(round + 1);
  };
  const field = { value: null, onChange: () => undefined, always, label: t('page.addPart') };
  return (
    <div style={{ flex: '1 1 300px', maxWidth: 420 }}>
      {can('dropshipping.read') ? (
        <AsyncSelect<typeof api.dropshipping.list>
          {...field}
          key={round}
          endpoint={api.dropshipping.list}
          onPick={(offer) => offer && add(partOfOffer(offer))}
        />
      ) : (
        <AsyncSelect<typeof api.dropshipItems.list>
          {...field}
          key={round}
          endpoint={api.dropshipItems.list}
          onPick={(offer) => offer && add(partOfOwnOffer(offer))}
        />
      )}
    </div>
  );
}

/** A kit adds its parts. */
export function PickKit({ onPick }: { onPick: (kit: VirtualProduct) => void }) {
  const { t } = useTranslation('advertisements');
  const [round, setRound] = useState(0);
  return (
    <div style={{ flex: '1 1 300px', maxWidth: 420 }}>
      <AsyncSelect<typeof api.virtualProducts.list>
        key={round}
        value={null}
        onChange={() => undefined}
        endpoint={api.virtualProducts.list}
        option={({ id, name, sku }) => ({ id, name, hint: sku })}
        label={t('kits.use')}
        onPick={(kit) => {
          if (!kit) return;
          onPick(kit);
          setRound(round + 1);
        }}
      />
    </div>
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
        <PartQuantity part={part} />
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
