import { Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { nameOfCarrier, type OwnCarrier } from '#contract/orders/own-carrier.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import type { Action } from '../../ui/actions/action.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { AddCarrierDialog, EditCarrierDialog } from './CarrierDialog.tsx';
import { useWeekdays } from './weekdays.ts';

/** Carriers that take parcels outside the marketplaces. */
export default function CarrierListPage() {
  const { t } = useTranslation('orders');
  const found = useApi(api.carriers.list, {});
  const [edited, setEdited] = useState<OwnCarrier | 'new' | null>(null);
  const add: Action = {
    key: 'add',
    label: t('carriers.add'),
    icon: IconPlus,
    tone: 'primary',
    permission: 'carriers.manage',
    run: () => setEdited('new'),
  };
  return (
    <Page
      title={t('carriers.title')}
      trail={[{ label: t('manifests.title'), to: paths.orders.manifests() }]}
      actions={<Actions items={[add]} />}
    >
      <Stack gap="md">
        <Text c="dimmed">{t('carriers.hint')}</Text>
        {found.error && !found.data && (
          <ErrorState
            failure={found.error}
            title={actMessage('failures', 'carriers.list')}
            retry={() => void found.refetch()}
          />
        )}
        {found.isPending && <Skeleton height={120} />}
        {found.data?.items.length === 0 && (
          <EmptyState
            icon={IconTruck}
            title={t('carriers.empty')}
            hint={t('carriers.emptyHint')}
            action={<Actions items={[add]} />}
          />
        )}
        {found.data?.items.map((carrier) => (
          <CarrierCard key={carrier.id} carrier={carrier} onEdit={() => setEdited(carrier)} />
        ))}
      </Stack>
      {edited === 'new' && <AddCarrierDialog onClose={() => setEdited(null)} />}
      {edited && edited !== 'new' && <EditCarrierDialog carrier={edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}

function CarrierCard({ carrier, onEdit }: { carrier: OwnCarrier; onEdit: () => void }) {
  const { t } = useTranslation('orders');
  const weekdays = useWeekdays();
  const remove = useAct(api.carriers.remove);
  const times = weekdays.flatMap(({ day, label }) => {
    const at = carrier.cutoffs[day];
    return at ? [`${label} ${at}`] : [];
  });
  const items: Action[] = [
    {
      key: 'edit',
      label: t('carriers.edit'),
      icon: IconPencil,
      permission: 'carriers.manage',
      run: onEdit,
    },
    {
      key: 'remove',
      label: t('carriers.remove'),
      icon: IconTrash,
      tone: 'bad',
      secondary: true,
      permission: 'carriers.manage',
      confirm: {
        title: t('carriers.removeAsk', { name: nameOfCarrier(carrier) }),
        message: t('carriers.removeText'),
      },
      run: () => remove.run({ params: { id: carrier.id } }),
    },
  ];
  return (
    <Section title={nameOfCarrier(carrier)} actions={<Actions items={items} />}>
      <Stack gap={4}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {carrier.trackingLink || t('carriers.noLink')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('carriers.codeFormat')}: {carrier.codeFormat || t('carriers.anyCode')}
        </Text>
        <Text size="sm" c="dimmed">
          {times.length > 0 ? `${t('carriers.cutoffs')}: ${times.join(' · ')}` : t('carriers.noCutoffs')}
        </Text>
      </Stack>
    </Section>
  );
}
