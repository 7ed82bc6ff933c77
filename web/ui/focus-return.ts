const over = '[role="dialog"], [role="alertdialog"]';
const modals = '[aria-modal="true"]';

/**
 * Keeps the focus in an open modal dialog, because a screen that loads meanwhile may focus its first field. Returns the
 * focus to its former place, on the screen or in the dialog below, after an overlay was closed or unmounted. Dialogs do
 * so themselves only while the element that opened them exists.
 */
export function watchFocus(): void {
  /** The last focused element of each dialog, and of the screen under `body`. */
  const last = new WeakMap<Element, HTMLElement>();
  let opened: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest(over);
    last.set(dialog ?? document.body, target);
    const modal = !dialog && target.closest('main') && [...document.querySelectorAll(modals)].at(-1);
    if (modal) last.get(modal)?.focus();
  });
  new MutationObserver(() => {
    const before = opened;
    opened = [...document.querySelectorAll(over)];
    const closed = before.some((dialog) => !opened.includes(dialog));
    if (!closed || document.activeElement !== document.body) return;
    const back = last.get(opened.at(-1) ?? document.body);
    if (back?.isConnected) back.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
