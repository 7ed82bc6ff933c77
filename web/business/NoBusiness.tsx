import { Button, Stack, Text, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { renewSession, type Session } from '../session.ts';
import { Page } from '../ui/page/Page.tsx';
import { Section } from '../ui/page/Section.tsx';
import { FoundBusiness } from './FoundBusiness.tsx';

/** Shown to a person without a business on every screen that needs one: the reason and what to do. */
export default function NoBusiness({ session }: { session: Session }) {
  const { t } = useTranslation('business');
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await renewSession().catch(() => undefined);
    setAsking(false);
  };
  return (
    <Page title={t('home.none.title')} hint={t('home.none.text')} width="narrow">
      <Section>
        <Stack gap="xs" align="flex-start">
          <Title order={2}>{t('home.none.invitation')}</Title>
          <Text>{t('home.none.invitationText', { email: session.user.email })}</Text>
          <Button
            leftSection={<IconMail size={16} aria-hidden />}
            loading={asking}
            onClick={() => void ask()}
          >
            {t('home.none.accepted')}
          </Button>
        </Stack>
      </Section>
      <Section>
        <Stack gap="xs" align="flex-start">
          <Title order={2}>{t('home.none.register')}</Title>
          <Text>{t('home.none.registerText')}</Text>
          <FoundBusiness />
        </Stack>
      </Section>
    </Page>
  );
}
