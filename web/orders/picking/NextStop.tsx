import { Box, Card, Group, Stack, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { PickingStop } from '#contract/orders/picking.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { Code } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** The next place and product, readable at arm's length. */
export function NextStop({ stop, there }: { stop: PickingStop; there: boolean }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  // The first place of the cart gets the next unit.
  const [place, ...others] = stop.places.toSorted((one, other) => one - other);
  return (
    <Card withBorder p="md" data-next={stop.volume.name}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <IconMapPin size={32} aria-hidden />
          <Group gap="xs" fz={32} fw={800} lh={1.1} c={there ? 'teal' : undefined}>
            {stop.position !== null && <Code>{stop.position}</Code>}
            <Code>{stop.volume.name}</Code>
          </Group>
        </Group>
        <Group wrap="nowrap" align="start">
          {stop.imageId !== null && can('thumbnails.read') && (
            <Box w={88} h={88} style={{ flex: 'none', borderRadius: 8, overflow: 'hidden' }}>
              <img
                src={addressFor(api.images.thumbnail, { params: { id: stop.imageId } })}
                alt=""
                width={88}
                height={88}
                style={{ objectFit: 'cover' }}
              />
            </Box>
          )}
          <Stack gap={2}>
            <Text fz={26} fw={700} lh={1.2}>
              {t('picking.take', { count: stop.quantity, product: stop.variation.name })}
            </Text>
            <Text c="dimmed">
              <Code>{stop.sku}</Code>
              {stop.gtin && (
                <>
                  {' '}
                  · <Code>{stop.gtin}</Code>
                </>
              )}
            </Text>
          </Stack>
        </Group>
        {place !== undefined && (
          <Text fz={26} fw={700} lh={1.2}>
            {t('picking.cartPlace', { count: stop.places.length, place, others: others.join(', ') })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
