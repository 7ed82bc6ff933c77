const over = '[role="dialog"], [role="alertdialog"]';

/**
 * Whatever opened over the screen and went, in its own time or with the part of the screen that held it, the focus is
 * back where it was before: on the screen, or in the dialog below. Dialogs do so by themselves only while what opened
 * them stays.
 */
export function watchFocus(): void {
  /** Where the focus was last: in each dialog, and, under `body`, on the screen. */
  const last = new WeakMap<Element, HTMLElement>();
  let opened: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last.set(target.closest(over) ?? document.body, target);
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
