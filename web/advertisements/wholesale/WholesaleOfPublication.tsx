import { Group, Stack, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedPublication } from '#contract/advertisements/publication.ts';
import { useTranslation } from '../../i18n.ts';
import { writeMoney } from '../../quantity.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { FlooredMargin } from '../margin/FlooredMargin.tsx';

const WholesaleDialog = lazyWithFallback(() => import('./WholesaleDialog.tsx'));

/** The wholesale prices of a publication, if its marketplace knows them or the publication still has some. */
export function WholesaleOfPublication({ publication }: { publication: ListedPublication }) {
  const { t } = useTranslation('advertisements');
  const [isOpen, setOpen] = useState(false);
  const { account, wholesale, variations, remoteItem, state } = publication;
  if (state === 'closed' || (account.capabilities.wholesale === null && wholesale.length === 0)) return null;
  const isOnePrice = new Set(variations.map(({ price }) => price)).size <= 1;
  const refused =
    remoteItem === null
      ? t('wholesale.onlyOnce')
      : !isOnePrice && wholesale.length === 0 && t('wholesale.onePrice');
  const floor = publication.floor ?? publication.accountFloor;
  return (
    <section aria-label={t('wholesale.title')}>
      <Group justify="space-between" align="start" gap="xs">
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {t('wholesale.title')}
          </Text>
          {wholesale.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('wholesale.none')}
            </Text>
          )}
          {wholesale.map((band) => (
            <Text size="sm" key={band.from}>
              {t('wholesale.row', { number: band.from, price: writeMoney(band.price) })} ·{' '}
              {t('wholesale.margin')} <FlooredMargin of={band} floor={floor} />
            </Text>
          ))}
        </Stack>
        <Actions
          size="xs"
          items={[
            {
              key: 'wholesale',
              label: t(wholesale.length === 0 ? 'wholesale.add' : 'wholesale.change'),
              icon: IconStack2,
              permission: 'publications.update',
              refused,
              run: () => setOpen(true),
            },
          ]}
        />
      </Group>
      {isOpen && (
        <WholesaleDialog id={publication.id} name={publication.name} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}
