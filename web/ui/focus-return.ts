const over = '[role="dialog"], [role="alertdialog"]';
const modals = '[aria-modal="true"]';
const fields = 'input:not([type="hidden"]), select, textarea';

/**
 * The first field of a dialog, if it can be used and is seen without scrolling. A field that lists its choices as soon as
 * it has the focus would cover the others.
 */
function firstField(dialog: Element): HTMLElement | null {
  const field = [...dialog.querySelectorAll<HTMLInputElement>(fields)].find((one) => !one.disabled);
  if (!field || field.getBoundingClientRect().bottom > window.innerHeight) return null;
  const opens = field.hasAttribute('aria-haspopup') && !field.readOnly;
  return opens ? null : field;
}

/**
 * Keeps the focus in an open modal dialog, because a screen that loads meanwhile may focus its first field. Returns the
 * focus to its former place, on the screen or in the dialog below, after an overlay was closed or unmounted. Dialogs do
 * so themselves only while the element that opened them exists. A dialog that marks no field with `data-autofocus` opens
 * with the focus on the button that closes it; its first field has it instead, also if that field loads later.
 */
export function watchFocus(): void {
  /** The last focused element of each dialog, and of the screen under `body`. */
  const last = new WeakMap<Element, HTMLElement>();
  let opened: readonly Element[] = [];
  /** The button that closes a dialog, if it has the focus only because the dialog was opened. */
  let untouched: HTMLElement | null = null;
  const enterFirstField = () => {
    const dialog = untouched === document.activeElement && untouched?.closest(over);
    const field = dialog && firstField(dialog);
    if (!field) return;
    // The library focuses what its dialog marks once more, after it has focused the button.
    field.setAttribute('data-autofocus', 'true');
    field.focus();
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest(over);
    if (dialog && !last.has(dialog) && target.closest('header')) untouched = target;
    else if (target !== untouched) untouched = null;
    last.set(dialog ?? document.body, target);
    const modal = !dialog && target.closest('main') && [...document.querySelectorAll(modals)].at(-1);
    if (modal) last.get(modal)?.focus();
    enterFirstField();
  });
  document.addEventListener('keydown', () => {
    untouched = null;
  });
  new MutationObserver(() => {
    enterFirstField();
    const before = opened;
    opened = [...document.querySelectorAll(over)];
    const closed = before.some((dialog) => !opened.includes(dialog));
    if (!closed || document.activeElement !== document.body) return;
    const back = last.get(opened.at(-1) ?? document.body);
    if (back?.isConnected) back.focus();
  }).observe(document.body, { childList: true, subtree: true });
}
