import type { Cell } from '#contract/business/import/cell.ts';

/** A row with something in it, its line in the sheet, and whether the sheet hides it, as a filter does. */
export type SheetRow = { line: number; cells: Cell[]; isHidden?: true };

/** Bytes of a file from its beginning; each call starts again. */
export type Source = () => Promise<AsyncIterable<Uint8Array>>;

/** The file is none that can be read, or is more than is read. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault';
  readonly code: 'sheet_unreadable' | 'sheet_old_format' | 'sheet_empty' | 'sheet_too_wide' | 'sheet_too_big';

  constructor(code: SheetFault['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Excel's limit for one cell. */
export const longestCell = 32_767;
