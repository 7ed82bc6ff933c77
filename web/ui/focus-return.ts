const over = '[role="dialog"], [role="alertdialog"]';

/**
 * Whatever opened over the screen and went, in its own time or with the part of the screen that held it, the focus is
 * back where it was before. Dialogs do so by themselves only while what opened them stays.
 */
export function watchFocus(): void {
  let before: HTMLElement | null = null;
  let opened = false;
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(over)) before = target;
  });
  new MutationObserver(() => {
    const wasOpened = opened;
    opened = document.querySelector(over) !== null;
    if (wasOpened && !opened && document.activeElement === document.body && before?.isConnected)
      before.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
