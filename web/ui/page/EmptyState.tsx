import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconError404,
  IconInbox,
  IconPlugConnectedX,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';
import { useTranslation } from '../../i18n.ts';
import type { Href } from '../../paths.ts';
import { Link } from './navigation.tsx';

type EmptyStateProps = {
  title: string;
  /** What to do next, in a sentence. */
  hint?: ReactNode;
  /** The button that does it. */
  action?: ReactNode;
  icon?: TablerIcon;
  /** 1 if it is the whole screen. */
  level?: 1 | 2;
};

/** Shown instead of an empty list, with the next step. */
export function EmptyState({ title, hint, action, icon: Icon = IconInbox, level = 2 }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light" aria-hidden>
        <Icon size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={level} size="h2">
        {title}
      </Title>
      {hint && (
        <Text c="dimmed" maw={440}>
          {hint}
        </Text>
      )}
      {action}
    </Stack>
  );
}

type ErrorStateProps = {
  failure: Failure | null;
  /** What failed, e.g. 'Products could not be loaded!'. */
  title?: string;
  retry?: () => void;
  /** Where a record that does not exist would be found. */
  back?: { label: string; to: Href };
};

/** Shown instead of something that failed to load: what, why, and a retry. */
export function ErrorState({ failure, title, retry, back }: ErrorStateProps) {
  const { t } = useTranslation();
  const missing = failure?.problem.code === 'not_found';
  const leadsBack = missing && back !== undefined;
  /** One press repeats every failed read of the screen. The sign-in screens read nothing and do not load the cache. */
  const retryAll = async (own: () => void) => {
    own();
    const { queryClient } = await import('../../queries.ts');
    await queryClient.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  };
  return (
    <Stack align="center" gap="sm" py="xl" px="md" ta="center" role="alert">
      <ThemeIcon size={52} radius="xl" variant="light" color={missing ? 'gray' : 'red'} aria-hidden>
        {missing ? <IconError404 size={26} stroke={1.6} /> : <IconPlugConnectedX size={26} stroke={1.6} />}
      </ThemeIcon>
      {/* A record that does not exist is no failure: there is nothing to repeat and nothing to report. */}
      <Title order={2}>{missing ? t('notFound.none') : (title ?? t('failure.load'))}</Title>
      {failure && (
        <Text c="dimmed" maw={440}>
          {missing ? t('notFound.record') : reasonOf(failure)}
        </Text>
      )}
      {failure?.problem.code === 'forbidden' && (
        <Text c="dimmed" maw={440}>
          {t('forbidden.ask')}
        </Text>
      )}
      {retry && !leadsBack && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          variant="default"
          onClick={() => void retryAll(retry)}
        >
          {t('act.retry')}
        </Button>
      )}
      {leadsBack && (
        <Button component={Link} to={back.to} variant="default">
          {t('notFound.back', { place: back.label })}
        </Button>
      )}
      {failure?.problem.requestId && !missing && (
        <Text size="xs" c="dimmed">
          {t('failure.code', { id: failure.problem.requestId })}
        </Text>
      )}
    </Stack>
  );
}
