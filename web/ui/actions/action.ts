import type { TablerIcon } from '@tabler/icons-react';
import type { Permission } from '#contract/permissions.ts';
import type { Href } from '../../paths.ts';
import type { Question } from '../dialog/confirm.ts';

export type Action = {
  key: string;
  label: string;
  icon?: TablerIcon;
  /** Without it the action is not shown at all. */
  permission?: Permission;
  /** Why the state does not allow it; the action is then shown disabled with this reason. */
  refused?: string | false | null;
  tone?: 'primary' | 'normal' | 'bad';
  /** Asked before `run`. */
  confirm?: Question;
  run?: () => unknown;
  /** A path instead of an act. */
  to?: Href;
  pending?: boolean;
  /** Into the "more actions" menu. */
  secondary?: boolean;
};

export type Start = (action: Action) => void;

export type MoreProps = { actions: readonly Action[]; size: string; busy: boolean; start: Start };
