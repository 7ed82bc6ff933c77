import { Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import { ScanGuard } from '../ui/scan/refuse-scans.ts';

type EntryCardProps = {
  title: string;
  hint?: ReactNode;
  /** Shown above the title of a page that only gives information. */
  icon?: TablerIcon;
  tone?: 'good' | 'bad';
  children?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
};

/** The one panel of a page outside the menu. */
export function EntryCard({ title, hint, icon: Icon, tone = 'good', children, footer }: EntryCardProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return (
    <Stack gap="md">
      <Paper p={{ base: 'md', sm: 'xl' }} radius="lg">
        <Stack gap="md">
          {Icon && (
            <ThemeIcon
              size={52}
              radius="xl"
              variant="light"
              color={tone === 'bad' ? 'red' : undefined}
              aria-hidden
            >
              <Icon size={26} stroke={1.6} />
            </ThemeIcon>
          )}
          <div>
            <Title order={1}>{title}</Title>
            {hint && (
              <Text c="dimmed" mt={4}>
                {hint}
              </Text>
            )}
          </div>
          <ScanGuard value={false}>{children}</ScanGuard>
        </Stack>
      </Paper>
      {footer}
    </Stack>
  );
}
