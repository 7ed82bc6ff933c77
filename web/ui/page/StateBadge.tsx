import type { TablerIcon } from '@tabler/icons-react';
import type { Tone } from '../theme.ts';
import classes from './StateBadge.module.css';

/** Label, tone and icon of a state; each area has a table of them per state machine. */
export type StateVariant = { tone: Tone; icon: TablerIcon };

/** A state as a coloured label with an icon, never colour alone. */
export function StateBadge({
  tone,
  icon: Icon,
  label,
  size = 'sm',
}: StateVariant & { label: string; size?: 'sm' | 'floor' }) {
  return (
    <span className={classes.badge} data-tone={tone} data-size={size}>
      <Icon aria-hidden size={size === 'floor' ? 22 : 15} stroke={2} />
      <span>{label}</span>
    </span>
  );
}
