import { ActionIcon, Button } from '@mantine/core';
import { IconBookmark, IconColumns3, IconLineHeight, IconTableExport } from '@tabler/icons-react';
import type { ExportEndpoint } from '#contract/export.ts';
import type { Failure } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import type { TriggerProps } from '../on-demand.tsx';
import classes from './DataTable.module.css';
import type { ListState } from './list-state.ts';
import { isChanged, type SavedViews } from './saved-views.ts';
import type { Density } from './use-density.ts';

export type ColumnsProps = {
  columns: readonly { key: string; label: string }[];
  hidden: readonly string[];
  /** Keys of columns left out because the window is too narrow. */
  beyond: readonly string[];
  setHidden: (hidden: string[] | null) => void;
};

export type ViewsProps = {
  saved: SavedViews;
  /** Keys of columns that are not visible now. */
  hidden: readonly string[];
  /** Restores the columns of the view. */
  resetColumns: () => void;
};

/** True if the failure is handled; `again` runs when its cause is resolved. */
export type ExportFailure = (failure: Failure, again: () => void) => boolean;

export type ExportProps = {
  endpoint: ExportEndpoint;
  list: ListState;
  /** Keys of the export for the visible columns. */
  shown: readonly string[];
  onFailure?: ExportFailure;
};

const buttonProps = { variant: 'subtle', color: 'gray', size: 'xs' } as const;

export function ColumnsTrigger({
  columns: _columns,
  hidden: _hidden,
  beyond: _beyond,
  setHidden: _setHidden,
  ...trigger
}: ColumnsProps & TriggerProps) {
  const { t } = useTranslation();
  return (
    <Button
      {...buttonProps}
      aria-haspopup="menu"
      leftSection={<IconColumns3 size={16} aria-hidden />}
      {...trigger}
    >
      {t('table.columns')}
    </Button>
  );
}

/** Compact rows show more of a list at once. A row on a phone is a card, which has one size. */
export function DensityButton(props: { density: Density; setDensity: (density: Density) => void }) {
  const { t } = useTranslation();
  const isCompact = props.density === 'compact';
  return (
    <ActionIcon
      size={30}
      className={classes.density}
      aria-label={t('table.compactRows')}
      title={t('table.compactRows')}
      aria-pressed={isCompact}
      onClick={() => props.setDensity(isCompact ? 'comfortable' : 'compact')}
    >
      <IconLineHeight size={16} aria-hidden />
    </ActionIcon>
  );
}

export function ExportTrigger({
  endpoint: _endpoint,
  list: _list,
  shown: _shown,
  onFailure: _onFailure,
  busy,
  ...trigger
}: ExportProps & TriggerProps & { busy?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      {...buttonProps}
      aria-haspopup="menu"
      loading={busy}
      leftSection={<IconTableExport size={16} aria-hidden />}
      {...trigger}
    >
      {t('table.export')}
    </Button>
  );
}

/** Names the open view, and whether its filters, order or columns were changed. */
export function ViewsTrigger({
  saved: { list, active },
  hidden,
  resetColumns: _resetColumns,
  ...trigger
}: ViewsProps & TriggerProps) {
  const { t } = useTranslation();
  const name = active?.name;
  return (
    <Button
      {...buttonProps}
      aria-haspopup="menu"
      aria-label={name && `${t('views.title')}: ${name}`}
      title={name}
      classNames={{ root: classes.view, label: classes.viewName }}
      leftSection={<IconBookmark size={16} aria-hidden />}
      {...trigger}
    >
      {!active ? t('views.title') : isChanged(active, list, hidden) ? t('views.changed', { name }) : name}
    </Button>
  );
}
