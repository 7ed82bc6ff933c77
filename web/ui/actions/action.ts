import type { TablerIcon } from '@tabler/icons-react';
import type { Permission } from '#contract/permissions.ts';
import type { Href } from '../../paths.ts';
import type { Question } from '../dialog/confirm.ts';

export type Action = {
  key: string;
  label: string;
  icon?: TablerIcon;
  /** Without this permission the action is not shown. */
  permission?: Permission;
  /** Why the state does not allow it; the action is disabled with this reason. */
  refused?: string | false | null;
  tone?: 'primary' | 'normal' | 'bad';
  /** Confirmation before `run`. */
  confirm?: Question;
  run?: () => unknown;
  /** A link instead of an act. */
  to?: Href;
  pending?: boolean;
  /** Shown in the "more actions" menu. */
  secondary?: boolean;
};

export type Start = (action: Action) => void;

export type MoreProps = { actions: readonly Action[]; size: string; busy: boolean; start: Start };
