import { Button, Group, Loader, Modal, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { AccountLocation, AccountLocations } from '#contract/marketplaces/account-location.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { RetryLine } from '../../ui/page/RetryLine.tsx';

type LocationsDialogProps = { account: { id: number; name: string }; onClose: () => void };

/** Which location at the marketplace has the stock of which warehouse. */
export function LocationsDialog({ account, onClose }: LocationsDialogProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const found = useApi(api.accountLocations.list, { params: { id: account.id } });
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('locations.title', { name: account.name })}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      {found.data ? (
        <LocationsForm account={account.id} view={found.data} onClose={onClose} />
      ) : found.error ? (
        <RetryLine
          endpoint={api.accountLocations.list}
          failure={found.error}
          retry={() => void found.refetch()}
        />
      ) : (
        <Group>
          <Loader size="sm" />
          <Text size="sm">{t('locations.loading')}</Text>
        </Group>
      )}
    </Modal>
  );
}

type FormProps = { account: number; view: AccountLocations; onClose: () => void };

function LocationsForm({ account, view, onClose }: FormProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const open = view.locations.filter(({ isClosed }) => !isClosed);
  const closed = view.locations.filter(({ isClosed }) => isClosed);
  const [chosen, setChosen] = useState<Readonly<Record<string, readonly number[]>>>(() =>
    Object.fromEntries(open.map(({ id, warehouses }) => [id, warehouses])),
  );
  const update = useAct(api.accountLocations.update);
  const matches = Object.entries(chosen).flatMap(([location, warehouses]) =>
    warehouses.map((warehouseId) => ({ warehouseId, location })),
  );
  const submit = async () => {
    if ((await update.run({ params: { id: account }, body: { matches } })).ok) onClose();
  };
  if (open.length < 2 && closed.length === 0) return <Text size="sm">{t('locations.onlyOne')}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <Text size="sm">{t(matches.length === 0 ? 'locations.none' : 'locations.hint')}</Text>
        {open.map((location) => (
          <LocationField
            key={location.id}
            location={location}
            warehouses={view.warehouses}
            taken={Object.entries(chosen).flatMap(([id, ids]) => (id === location.id ? [] : ids))}
            value={chosen[location.id] ?? []}
            onChange={(warehouses) => setChosen({ ...chosen, [location.id]: warehouses })}
          />
        ))}
        {closed.map(({ id, name }) => (
          <Text key={id} size="sm" c="orange">
            {t('locations.closed', { name })}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('ui:act.cancel')}
          </Button>
          <Button type="submit" loading={update.pending}>
            {t('locations.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type FieldProps = {
  location: AccountLocation;
  warehouses: AccountLocations['warehouses'];
  /** Those of other locations. */
  taken: readonly number[];
  value: readonly number[];
  onChange: (value: number[]) => void;
};

function LocationField({ location, warehouses, taken, value, onChange }: FieldProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const { name, address, isDefault } = location;
  const labelOf = (one: AccountLocations['warehouses'][number]) =>
    warehouses.some((other) => other.id !== one.id && other.name === one.name)
      ? t('locations.numbered', { name: one.name, number: one.id })
      : one.name;
  const gets = isDefault
    ? value.length > 0
      ? 'alsoOthers'
      : 'others'
    : value.length > 0
      ? 'these'
      : 'nothing';
  return (
    <MultiSelect
      label={isDefault ? t('locations.default', { name }) : name}
      description={[address, t(`locations.gets.${gets}`)].filter(Boolean).join('. ')}
      placeholder={value.length === 0 ? t('locations.choose') : undefined}
      data={warehouses
        .filter(({ id }) => !taken.includes(id))
        .map((one) => ({ value: String(one.id), label: labelOf(one) }))}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('ui:field.clear') }}
      hidePickedOptions
    />
  );
}
