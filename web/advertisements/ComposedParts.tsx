import { ActionIcon, Alert, Group, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { api } from '#contract/index.ts';
import type { VirtualProduct } from '#contract/products/virtual-product.ts';
import { useTranslation } from '../i18n.ts';
import type { FieldProps } from '../ui/bindings.ts';
import { AsyncSelect } from '../ui/form/AsyncSelect.tsx';
import { FieldFault } from '../ui/form/FieldFault.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Money } from '../ui/page/values.tsx';
import { StackedTable } from '../ui/table/StackedTable.tsx';
import { useSession } from '../use-session.ts';
import { type Offered, type PartValues, partOfOffer, partOfOwnOffer } from './advertisement-values.ts';
import { PartQuantity } from './PartQuantity.tsx';

/** The fields of the parts in a form; without them a part is only changed as a whole. */
type PartFields = {
  field: (index: number) => FieldProps<number | null>;
  fault: (index: number) => ReactNode;
  remove: (index: number) => void;
};

type ComposedPartsProps = {
  parts: readonly PartValues[];
  /** Set once the warehouse is known; only its offers can be added then. */
  warehouse?: number | null;
  change: (parts: PartValues[]) => void;
  fields?: PartFields;
  /** Shown without a part. */
  none?: ReactNode;
  /** Set if an offer adds more than its part. */
  onOffer?: ((offer: Offered) => void) | undefined;
  /** Set if a kit can be chosen instead. */
  onKit?: ((kit: VirtualProduct) => void) | undefined;
};

/** The warehouse of the parts; null as long as none is known. */
const warehouseOf = (parts: readonly PartValues[]) =>
  parts.find(({ warehouseId }) => warehouseId !== null)?.warehouseId ?? null;

/** Offers of one warehouse with their quantities. */
export function ComposedParts({
  parts,
  warehouse,
  change,
  fields,
  none,
  onOffer,
  onKit,
}: ComposedPartsProps) {
  const { t } = useTranslation('advertisements');
  return (
    <>
      {parts.length === 0 ? (
        (none ?? (
          <Alert color="gray" p="xs">
            {t('existing.uncomposed')}
          </Alert>
        ))
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
            {parts.map((part, index) => (
              <PartRow
                key={part.offer.id}
                part={part}
                field={
                  fields?.field(index) ?? {
                    value: part.quantity,
                    onChange: (quantity) =>
                      change(parts.map((one) => (one === part ? { ...one, quantity } : one))),
                  }
                }
                fault={fields?.fault(index)}
                remove={() => (fields ? fields.remove(index) : change(parts.filter((one) => one !== part)))}
              />
            ))}
          </Table.Tbody>
        </StackedTable>
      )}
      <Group align="end" gap="sm">
        <AddPart {...{ parts, change, onOffer }} warehouse={warehouse ?? warehouseOf(parts)} />
        {onKit && <PickKit onPick={onKit} />}
      </Group>
    </>
  );
}

type AddPartProps = Pick<ComposedPartsProps, 'parts' | 'change' | 'onOffer'> & { warehouse: number | null };

/** Sellers choose among all offers, suppliers among their own. */
function AddPart({ parts, warehouse, change, onOffer }: AddPartProps) {
  const { t } = useTranslation('advertisements');
  const { can } = useSession();
  const [round, setRound] = useState(0);
  const always = warehouse === null ? undefined : `warehouse:${warehouse}`;
  const add = (part: PartValues, more?: () => void) => {
    if (parts.some(({ offer }) => offer.id === part.offer.id)) return;
    if (more) more();
    else change([...parts, part]);
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
          onPick={(offer) => offer && add(partOfOffer(offer), onOffer && (() => onOffer(offer)))}
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
function PickKit({ onPick }: { onPick: (kit: VirtualProduct) => void }) {
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

type PartRowProps = {
  part: PartValues;
  field: FieldProps<number | null>;
  fault: ReactNode;
  remove: () => void;
};

function PartRow({ part, field, fault, remove }: PartRowProps) {
  const { t } = useTranslation('advertisements');
  const { name } = part.offer;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {[part.sku, part.supplier].filter(Boolean).join(' · ')}
        </Text>
        <FieldFault>{fault}</FieldFault>
      </Table.Td>
      <Table.Td data-label={t('page.partQuantity')}>
        <NumberField
          {...field}
          aria-label={`${t('page.partQuantity')}: ${name}`}
          min={1}
          max={1000}
          size="xs"
        />
      </Table.Td>
      <Table.Td data-figure data-label={t('page.cost')}>
        {part.active === false ? <Text c="red">{t('page.withdrawn')}</Text> : <Money value={part.price} />}
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
          onClick={remove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
