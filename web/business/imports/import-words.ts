import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconColumns,
  IconEqual,
  IconEye,
  IconPencil,
  IconPlayerStop,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { cellFaults } from '#contract/business/import/cell.ts';
import { type ImportCellError, recordFaults } from '#contract/business/import/import.ts';
import type { ImportState, RowFate } from '#contract/business/import/import-states.ts';
import type { ImportColumnKey, ImportKind } from '#contract/business/import/kinds.ts';
import type { SheetSystem } from '#contract/business/import/sheet-system.ts';
import { marketplaceName } from '#contract/marketplaces/marketplace.ts';
import type { Permission } from '#contract/permissions.ts';
import { useTranslation } from '../../i18n.ts';
import { type Href, paths } from '../../paths.ts';
import type { StateVariant } from '../../ui/page/StateBadge.tsx';

export const importBadges: Record<ImportState, StateVariant> = {
  matching: { tone: 'attention', icon: IconColumns },
  checking: { tone: 'progress', icon: IconClock },
  checked: { tone: 'info', icon: IconEye },
  applying: { tone: 'progress', icon: IconClock },
  applied: { tone: 'good', icon: IconCheck },
  stopped: { tone: 'bad', icon: IconPlayerStop },
  canceled: { tone: 'neutral', icon: IconTrash },
};

export const fateBadges: Record<RowFate, StateVariant> = {
  new: { tone: 'good', icon: IconPlus },
  changed: { tone: 'info', icon: IconPencil },
  unchanged: { tone: 'neutral', icon: IconEqual },
  wrong: { tone: 'bad', icon: IconAlertTriangle },
};

/** Lists that show imported records. */
export const listsOfKinds: Record<ImportKind, { to: Href; permission: Permission }> = {
  products: { to: paths.products.list(), permission: 'products.read' },
  offers: { to: paths.dropshipping.items(), permission: 'dropship-items.read' },
  prices: { to: paths.dropshipping.items(), permission: 'dropship-items.read' },
  volumes: { to: paths.inventory.volumes(), permission: 'volumes.read' },
  stock: { to: paths.inventory.volumes(), permission: 'volumes.read' },
  kits: { to: paths.products.kits(), permission: 'virtual-products.read' },
  ads: { to: paths.advertisements.list(), permission: 'advertisements.read' },
  vendors: { to: paths.supply.suppliers(), permission: 'suppliers.read' },
};

const own: readonly string[] = [...cellFaults, ...recordFaults];

/** Labels of our columns, and words for errors of a cell. */
export function useImportWords() {
  const { t } = useTranslation(['business', 'fields']);
  return {
    labelOf: (kind: ImportKind, key: ImportColumnKey) =>
      t(`imports.columns.${kind}.${key}.label` as 'imports.title'),
    errorOf: (error: ImportCellError) =>
      t((own.includes(error) ? `imports.cellErrors.${error}` : `fields:${error}`) as 'imports.title'),
  };
}

/** The system that exported a file, as its people write it. */
export function useSystemName(): (system: SheetSystem) => string {
  const { t } = useTranslation('business');
  return (system) => marketplaceName(system) ?? t(`imports.systems.${system as 'own' | 'bling' | 'tiny'}`);
}
