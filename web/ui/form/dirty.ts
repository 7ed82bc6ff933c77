import { useEffect, useId } from 'react';

const dirtyForms = new Set<string>();

/** True while any form has unsaved changes; the page is neither reloaded nor updated then. */
export function anyDirty(): boolean {
  return dirtyForms.size > 0;
}

export function useMarkDirty(dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!dirty) return;
    dirtyForms.add(id);
    return () => void dirtyForms.delete(id);
  }, [dirty, id]);
}
