import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconShieldExclamation } from '@tabler/icons-react';
import type { Device } from '#contract/account/user.ts';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { Actions } from '../../ui/actions/Actions.tsx';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Section } from '../../ui/page/Section.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { deviceName } from '../device-name.ts';

/** All sessions of the person, each with a button that ends it. */
export function DevicesSection() {
  const { t } = useTranslation('account');
  const devices = useApi(api.user.sessions, {});
  const endOthers = useAct(api.user.endOtherSessions);
  const items = devices.data?.items ?? [];
  return (
    <Section
      title={t('user.devices')}
      hint={t('user.devicesHint')}
      actions={
        items.length > 1 && (
          <Actions
            items={[
              {
                key: 'end-others',
                label: t('user.endOthers'),
                confirm: {
                  title: t('user.endOthersSure'),
                  message: t('user.endOthersText'),
                  confirm: t('user.endOthers'),
                  tone: 'bad',
                },
                run: () => endOthers.run({}),
              },
            ]}
          />
        )
      }
    >
      {devices.error && !devices.data && (
        <ErrorState failure={devices.error} retry={() => void devices.refetch()} />
      )}
      {devices.isPending && <Skeleton height={48} />}
      <Stack gap="md">
        {devices.data?.stolen.map(({ id, userAgent, endedAt }) => (
          <Alert
            key={id}
            color="red"
            variant="light"
            icon={<IconShieldExclamation aria-hidden />}
            title={t('user.stolenTitle')}
          >
            {t('user.stolen', {
              at: formatInstant(endedAt),
              device: deviceName(userAgent) ?? t('user.unknownDevice'),
            })}
          </Alert>
        ))}
        {items.map((device) => (
          <DeviceLine key={device.id} device={device} />
        ))}
      </Stack>
    </Section>
  );
}

function DeviceLine({ device }: { device: Device }) {
  const { t } = useTranslation('account');
  const end = useAct(api.user.endSession);
  const Icon = /Mobile|iPhone|Android/.test(device.userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Icon size={24} stroke={1.6} style={{ flex: 'none' }} aria-hidden />
        <div>
          <Text fw={600}>{deviceName(device.userAgent) ?? t('user.unknownDevice')}</Text>
          <Text size="sm" c="dimmed">
            {device.current ? t('user.current') : <DeviceTimes device={device} />}
          </Text>
        </div>
      </Group>
      {!device.current && (
        <Button
          flex="none"
          variant="default"
          loading={end.pending}
          onClick={() => void end.run({ params: { id: device.id } })}
        >
          {t('user.end')}
        </Button>
      )}
    </Group>
  );
}

function DeviceTimes({ device }: { device: Device }) {
  const { t } = useTranslation('account');
  return (
    <>
      {t('user.lastUsed')} <Instant value={device.lastUsedAt} /> · {t('user.since')}{' '}
      <Instant value={device.createdAt} />
    </>
  );
}
