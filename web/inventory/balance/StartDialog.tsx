import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type BalanceStart, maxStarted } from '#contract/inventory/balance.ts';
import { variationLabel } from '#contract/products/variation.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogChoice } from '../../ui/dialog/DialogChoice.tsx';
import { AsyncSelect, type Reference } from '../../ui/form/AsyncSelect.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { toast } from '../../ui/toasts.ts';
import { PositionField } from '../volumes/PositionField.tsx';
import { useWarehouseOptions } from '../warehouse-options.ts';

const ways = ['plan', 'position', 'product'] as const;
type Way = (typeof ways)[number];
const usualVolumes = 20;

/** Requests counts of many volumes: the most urgent of a warehouse, those of a position, those with a product. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('inventory');
  const { t: ui } = useTranslation();
  const warehouses = useWarehouseOptions() ?? [];
  const [way, setWay] = useState<Way>('plan');
  const [chosen, setChosen] = useState<string | null>(null);
  const [volumes, setVolumes] = useState<number | null>(usualVolumes);
  const [position, setPosition] = useState<Reference | null>(null);
  const [product, setProduct] = useState<Reference | null>(null);
  const warehouse = chosen ?? warehouses[0]?.value ?? null;
  const start = useAct(api.balances.start, {
    onSuccess: ({ started, refused }) => {
      toast.success(t('balances.startedMany', { count: started.length }));
      if (refused.length > 0)
        toast.failure(t('balances.refusedMany', { codes: refused.map((row) => row.name).join(', ') }));
      onClose();
    },
  });
  const body = bodyOf(way, { warehouseId: Number(warehouse), volumes, position, product });
  const names = {
    plan: t('balances.byPlan'),
    position: t('balances.byPosition'),
    product: t('balances.byProduct'),
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('balances.startTitle')}
      closeButtonProps={{ 'aria-label': ui('act.close') }}
    >
      <Stack>
        <SelectField
          size="floor"
          label={t('balances.startBy')}
          value={way}
          onChange={(next) => setWay(next ?? 'plan')}
          options={ways.map((value) => ({ value, label: names[value] }))}
        />
        <SelectField
          size="floor"
          label={t('balances.warehouse')}
          value={warehouse}
          onChange={setChosen}
          options={warehouses}
        />
        {way === 'plan' && (
          <NumberField
            size="floor"
            label={t('balances.volumes')}
            description={t('balances.planHint')}
            value={volumes}
            onChange={setVolumes}
            min={1}
            max={maxStarted}
          />
        )}
        {way === 'position' && (
          <PositionField
            size="floor"
            label={t('balances.position')}
            warehouseId={Number(warehouse)}
            value={position}
            onChange={setPosition}
          />
        )}
        {way === 'product' && (
          <AsyncSelect
            size="floor"
            label={t('balances.product')}
            endpoint={api.productsVariations.list}
            option={(item) => ({ id: item.id, name: variationLabel(item), hint: item.sku })}
            value={product}
            onChange={setProduct}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('balances.routineHint')}
        </Text>
        <DialogChoice onBack={onClose}>
          <Button
            size="floor"
            disabled={body === null}
            loading={start.pending}
            onClick={() => body && start.run({ body })}
          >
            {t('balances.start')}
          </Button>
        </DialogChoice>
      </Stack>
    </Modal>
  );
}

type Choice = {
  warehouseId: number;
  volumes: number | null;
  position: Reference | null;
  product: Reference | null;
};

function bodyOf(way: Way, { warehouseId, volumes, position, product }: Choice): BalanceStart | null {
  if (!warehouseId) return null;
  if (way === 'plan') return volumes === null ? null : { warehouseId, volumes };
  if (way === 'position') return position && { positionId: position.id };
  return product && { variationId: product.id, warehouseId };
}
