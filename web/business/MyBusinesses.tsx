import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { paths } from '../paths.ts';
import { switchBusiness } from '../session-acts.ts';
import { useGo } from '../ui/page/navigation.tsx';
import { Section } from '../ui/page/Section.tsx';
import { useSession } from '../use-session.ts';
import { FoundBusiness } from './FoundBusiness.tsx';

/** Every business of the person, with the current one marked, and a switch to another. */
export function MyBusinesses() {
  const { t } = useTranslation('business');
  const { session } = useSession();
  const businesses = session?.businesses ?? [];
  return (
    <Section title={t('mine.title')} hint={t('mine.hint')}>
      <Stack gap="xs">
        {businesses.length === 0 && <Text>{t('mine.none')}</Text>}
        {businesses.map((business) => (
          <Group key={business.id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{business.name}</Text>
              <Text size="sm" c="dimmed">
                {t(`types.${business.type}`)}
              </Text>
            </div>
            {business.id === session?.business?.id ? (
              <Badge tt="none">{t('mine.current')}</Badge>
            ) : (
              <SwitchButton id={business.id} name={business.name} />
            )}
          </Group>
        ))}
        <Text size="sm" c="dimmed">
          {t('mine.invited')}
        </Text>
        <Group justify="flex-end">
          <FoundBusiness />
        </Group>
      </Stack>
    </Section>
  );
}

function SwitchButton({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('business');
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const change = async () => {
    setBusy(true);
    const done = await switchBusiness(id);
    setBusy(false);
    if (done) go(paths.business.home());
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      aria-label={`${t('mine.switch')}: ${name}`}
      onClick={() => void change()}
    >
      {t('mine.switch')}
    </Button>
  );
}
