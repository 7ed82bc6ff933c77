export type TreeState = {
  open: ReadonlySet<number>;
  toggle: (id: number, open: boolean) => void;
  /** The row in the tab order. */
  active: number | null;
  setActive: (id: number) => void;
};
