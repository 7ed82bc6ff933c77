import { Box, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconMapPin } from '@tabler/icons-react';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import { addressFor } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { Code, Quantity } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';

/** One product of the sale: picture, place and missing units. */
export function PartCard({ part, putBack }: { part: Checkout['parts'][number]; putBack: boolean }) {
  const { t } = useTranslation(['orders', 'inventory']);
  const { can } = useSession();
  const done = part.beeped === part.quantity;
  return (
    <Card withBorder p="md" data-part={part.sku} data-done={done}>
      <Group align="start" wrap="nowrap">
        <Box
          w={88}
          h={88}
          style={{
            flex: 'none',
            borderRadius: 8,
            overflow: 'hidden',
            background: 'var(--mantine-color-default-hover)',
          }}
        >
          {part.imageId !== null && can('thumbnails.read') && (
            <img
              src={addressFor(api.images.thumbnail, { params: { id: part.imageId } })}
              alt=""
              width={88}
              height={88}
              style={{ objectFit: 'cover' }}
            />
          )}
        </Box>
        <Stack gap={4} style={{ flex: 1, minWidth: 0 }}>
          <Text fw={600}>{part.product}</Text>
          <Text size="sm" c="dimmed">
            {part.sku}
          </Text>
          {/* On its own line: beside the SKU it would part from its dot on a phone. */}
          {part.gtin && (
            <Text size="sm" c="dimmed">
              {part.gtin}
            </Text>
          )}
        </Stack>
        <Stack gap={0} align="flex-end" style={{ flex: 'none' }}>
          <Text fz={36} fw={800} lh={1} c={done ? 'teal' : undefined}>
            <Quantity value={part.beeped} />/<Quantity value={part.quantity} />
          </Text>
          {done && <IconCircleCheck size={28} color="var(--mantine-color-teal-6)" aria-hidden />}
        </Stack>
      </Group>
      {/* As wide as the card, so that each code stays in one piece and is readable from afar. */}
      {part.places.map((place) => (
        <Group key={`${place.volume}-${place.position}`} gap={6} mt="xs" wrap="nowrap" align="start">
          <IconMapPin size={22} style={{ flex: 'none' }} aria-hidden />
          <Text fw={700} fz="lg" lh={1.2}>
            {putBack && `${t('bench.bench.putBackPlace')} `}
            {place.position && (
              <>
                <Code>{t('bench.bench.position', { position: place.position })}</Code> ·{' '}
              </>
            )}
            <Code>{`${place.volume} × ${place.quantity}`}</Code>
          </Text>
        </Group>
      ))}
      {part.serials.length > 0 && (
        <Text size="sm" mt="xs" data-serial-numbers>
          {t('inventory:serials.numberOf', { codes: part.serials.join(', ') })}
        </Text>
      )}
      <Progress
        mt="sm"
        value={(part.beeped / part.quantity) * 100}
        color={done ? 'teal' : undefined}
        aria-label={t('bench.bench.counted', {
          product: part.product,
          done: part.beeped,
          all: part.quantity,
        })}
      />
    </Card>
  );
}
