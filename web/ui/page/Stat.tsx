import { Group, Skeleton, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Href } from '../../paths.ts';
import classes from '../table/Lists.module.css';
import type { Tone } from '../theme.ts';
import { Link } from './navigation.tsx';

type StatProps = {
  label: string;
  /** Undefined while loading; the tile keeps its size. */
  value: ReactNode | undefined;
  icon?: TablerIcon;
  hint?: ReactNode;
  to?: Href;
  tone?: Tone;
};

/** One figure of a dashboard; with `to` it links to its list. */
export function Stat({ label, value, icon: Icon, hint, to, tone }: StatProps) {
  const content = (
    <>
      <Group gap={6} wrap="nowrap">
        {Icon && <Icon size={16} className={classes.icon} aria-hidden />}
        <Text size="sm" c="dimmed" className={classes.label}>
          {label}
        </Text>
      </Group>
      <div className={classes.figure}>
        {value === undefined ? <Skeleton height={20} width="60%" /> : value}
      </div>
      {hint && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </>
  );
  if (!to)
    return (
      <div className={classes.stat} data-tone={tone}>
        {content}
      </div>
    );
  return (
    <Link to={to} className={classes.stat} data-tone={tone}>
      {content}
    </Link>
  );
}

/** Tiles in as many columns as fit; each row is full. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes.room}>
      <div className={classes.tiles}>{children}</div>
    </div>
  );
}
