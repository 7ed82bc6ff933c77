import { Button, Drawer, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { SupplierToFind } from '#contract/business/company.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../acts.ts';
import { actMessage, useTranslation } from '../i18n.ts';
import { useApi } from '../queries.ts';
import { EmptyState, ErrorState } from '../ui/page/EmptyState.tsx';
import { StateBadge } from '../ui/page/StateBadge.tsx';
import { companyBadges } from './company-badges.ts';

/** Suppliers by name or city, each with a button that asks for a trade link. */
export default function FindSuppliersDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['business', 'ui']);
  const [words, setWords] = useState('');
  const [searched] = useDebouncedValue(words.trim(), 250);
  const found = useApi(api.companies.suppliers, {
    query: { size: '50', ...(searched && { query: searched }) },
  });
  const rows = found.data?.items ?? [];
  /** The visible results belong to another search. */
  const isFormer = found.isPlaceholderData || words.trim() !== searched;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('companies.findTitle')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Stack>
        <TextInput
          label={t('companies.findSearch')}
          description={t('companies.findHint')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          data-autofocus
        />
        {found.error && !found.data && (
          <ErrorState
            failure={found.error}
            title={actMessage('failures', 'companies.suppliers')}
            retry={() => void found.refetch()}
          />
        )}
        {found.data && rows.length === 0 && !isFormer && <EmptyState title={t('companies.findEmpty')} />}
        {found.isPending && <Skeleton height={120} />}
        <Stack aria-busy={isFormer} opacity={isFormer ? 0.5 : 1}>
          {rows.map((row) => (
            <Supplier key={row.id} supplier={row} />
          ))}
        </Stack>
      </Stack>
    </Drawer>
  );
}

function Supplier({ supplier }: { supplier: SupplierToFind }) {
  const { t } = useTranslation('business');
  const ask = useAct(api.companies.create);
  const { id, name, city, state } = supplier;
  return (
    <Group justify="space-between" wrap="nowrap" mih={44}>
      <div>
        <Text fw={600}>{name}</Text>
        {city && (
          <Text size="sm" c="dimmed">
            {city}
          </Text>
        )}
      </div>
      {state ? (
        <StateBadge {...companyBadges[state]} label={t(`companies.states.${state}`)} />
      ) : (
        <Button
          size="xs"
          variant="default"
          flex="none"
          loading={ask.pending}
          onClick={() => void ask.run({ body: { supplierId: id } })}
        >
          {t('companies.ask')}
        </Button>
      )}
    </Group>
  );
}
