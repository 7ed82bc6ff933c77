import { Box, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { usualCartPlaces } from '#contract/orders/picking.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { useSession } from '../../use-session.ts';
import { TimeLeft } from '../checkout/TimeLeft.tsx';

type Lane = ResponseOf<typeof api.picking.lanes>['lanes'][number];

/** What waits, by the hour it has to leave; one press makes a list of the most urgent that fit the cart. */
export function Lanes({ lanes }: { lanes: readonly Lane[] }) {
  const { t } = useTranslation('orders');
  const { can } = useSession();
  const go = useGo();
  const [places, setPlaces] = useState<number | null>(usualCartPlaces);
  const create = useAct(api.picking.create, {
    success: false,
    onSuccess: (list) => go(paths.orders.pickingList(list.id)),
  });
  const make = (lane: Lane, singles: boolean) =>
    create.run({
      body: {
        rule: {
          warehouseId: lane.warehouse.id,
          ...(lane.dispatchLimit && { dispatchUntil: lane.dispatchLimit }),
          logisticType: lane.logisticType,
          ...(singles && { singles }),
        },
        places: places ?? usualCartPlaces,
      },
    });
  return (
    <Section title={t('picking.lanes')}>
      {lanes.length === 0 && <Text c="dimmed">{t('picking.noLanes')}</Text>}
      {lanes.length > 0 && can('picking.create') && (
        <Box maw={280} mb="md">
          <NumberField size="floor" label={t('picking.places')} value={places} onChange={setPlaces} />
        </Box>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {lanes.map((lane) => (
          <Card key={`${lane.warehouse.id} ${lane.dispatchLimit} ${lane.logisticType}`} withBorder p="md">
            <Stack gap="xs">
              <Group justify="space-between">
                <Text fw={700}>{lane.warehouse.name}</Text>
                <TimeLeft limit={lane.dispatchLimit} />
              </Group>
              <Text fz={26} fw={700} lh={1.2}>
                {t('picking.waiting', { count: lane.sales })}
              </Text>
              <Text c="dimmed">{t('picking.singles', { count: lane.singles })}</Text>
              {can('picking.create') && (
                <Group>
                  <Button
                    size="floor"
                    leftSection={<IconListCheck aria-hidden />}
                    disabled={create.pending}
                    onClick={() => make(lane, false)}
                  >
                    {t('picking.make')}
                  </Button>
                  {lane.singles > 0 && lane.singles < lane.sales && (
                    <Button
                      size="floor"
                      variant="default"
                      disabled={create.pending}
                      onClick={() => make(lane, true)}
                    >
                      {t('picking.makeSingles')}
                    </Button>
                  )}
                </Group>
              )}
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
    </Section>
  );
}
