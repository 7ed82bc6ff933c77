import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../../i18n.ts';
import type { Href } from '../../paths.ts';
import { useScreenStands } from '../scan/early-codes.ts';
import { Link } from './navigation.tsx';
import classes from './Page.module.css';

export type Step = { label: string; to: Href };

type PageProps = {
  title: string;
  /** Parent screens, shown before the title, the nearest last. */
  trail?: readonly Step[];
  /** Usually a StateBadge. */
  badge?: ReactNode;
  /** One line below the title. */
  hint?: ReactNode;
  /** Usually `<Actions>`. */
  actions?: ReactNode;
  /** `narrow` for forms, `wide` (default) for tables. */
  width?: 'narrow' | 'wide';
  children: ReactNode;
};

/** The frame of every screen of the default layout: title, trail, actions, content. */
export function Page({ title, trail = [], badge, hint, actions, width = 'wide', children }: PageProps) {
  const { t } = useTranslation();
  useScreenStands();
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
  }, [title, t]);
  return (
    <Stack gap="md" className={width === 'narrow' ? classes.narrow : classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {trail.length > 0 && (
            <nav aria-label={t('breadcrumb')}>
              <Group gap={6} className={classes.trail}>
                {trail.map((step, index) => (
                  <Group gap={6} key={step.to}>
                    <Anchor data-touch component={Link} to={step.to} size="sm" c="dimmed">
                      {step.label}
                    </Anchor>
                    {index < trail.length - 1 && (
                      <Text size="sm" c="dimmed" aria-hidden>
                        /
                      </Text>
                    )}
                  </Group>
                ))}
              </Group>
            </nav>
          )}
          <Group gap="sm">
            <Title order={1} id="page-title">
              {title}
            </Title>
            {badge}
          </Group>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </Stack>
  );
}
