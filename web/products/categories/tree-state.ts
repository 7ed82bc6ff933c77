export type TreeState = {
  open: ReadonlySet<number>;
  toggle: (id: number, open: boolean) => void;
  /** The one row that Tab reaches. */
  active: number | null;
  setActive: (id: number) => void;
};
