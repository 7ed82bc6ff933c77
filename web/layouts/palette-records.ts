import type { TFunction } from 'i18next';
import type { Session } from '../session.ts';
import type { PaletteRecords } from '../ui/CommandPalette.tsx';

/** Records that Ctrl-K finds, by what the reader may read. */
export function recordsFor(_session: Session, _t: TFunction<'ui'>): PaletteRecords[] {
  return [];
}
