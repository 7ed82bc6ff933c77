import type { KeyboardEvent } from 'react';

type Toggle = (id: number, open: boolean) => void;

/** Keyboard navigation of a tree by the rendered rows; closed branches render none. */
export function moveInTree(event: KeyboardEvent, root: HTMLElement | null, toggle: Toggle): void {
  const item = event.target instanceof HTMLElement ? event.target : null;
  if (!root || item?.getAttribute('role') !== 'treeitem') return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (act(event.key, item, root, toggle)) event.preventDefault();
}

function act(key: string, item: HTMLElement, root: HTMLElement, toggle: Toggle): boolean {
  const items = [...root.querySelectorAll<HTMLElement>('[role="treeitem"]')];
  const at = items.indexOf(item);
  const expanded = item.getAttribute('aria-expanded');
  const press = (name: string) => item.querySelector<HTMLElement>(`[data-act="${name}"]`)?.click();
  switch (key) {
    case 'ArrowDown':
      items[at + 1]?.focus();
      return true;
    case 'ArrowUp':
      items[at - 1]?.focus();
      return true;
    case 'Home':
      items[0]?.focus();
      return true;
    case 'End':
      items.at(-1)?.focus();
      return true;
    case 'ArrowRight':
      if (expanded === 'false') toggle(Number(item.dataset.id), true);
      else if (expanded) items[at + 1]?.focus();
      return true;
    case 'ArrowLeft':
      if (expanded === 'true') toggle(Number(item.dataset.id), false);
      else
        items
          .slice(0, at)
          .findLast((other) => levelOf(other) < levelOf(item))
          ?.focus();
      return true;
    case 'Enter':
      press('open');
      return true;
    case 'n':
      press('add');
      return true;
    case 'Delete':
      press('remove');
      return true;
    default:
      return false;
  }
}

const levelOf = (item: HTMLElement) => Number(item.getAttribute('aria-level'));
