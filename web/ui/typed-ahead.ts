let holder: HTMLElement | null = null;
let entered = false;
let canceled = false;

/** What was typed ahead; `entered`: Enter was the last key. */
export type TypedAhead = { text: string; entered: boolean };

/**
 * A hidden field that takes input while the requested one is loading, so that its first letters, composed ones
 * included, and the Enter after them are not lost. The field takes them by `takeTyped`. Escape cancels.
 */
export function keepTyped(label: string): void {
  takeTyped();
  canceled = false;
  holder = document.createElement('div');
  // For `watchFocus`: the focus returns to its former place, not into this field.
  holder.setAttribute('role', 'dialog');
  holder.setAttribute('aria-modal', 'true');
  holder.setAttribute('aria-label', label);
  holder.className = 'typed-ahead';
  const field = document.createElement('input');
  field.setAttribute('aria-label', label);
  field.addEventListener('keydown', ({ key, isComposing }) => {
    entered = key === 'Enter' && !isComposing;
    if (key !== 'Escape') return;
    takeTyped();
    canceled = true;
  });
  holder.append(field);
  document.body.append(holder);
  field.focus();
}

/** Escape was pressed before the requested field existed: it does not appear any more. */
export const isCanceled = (): boolean => canceled;

export function takeTyped(): TypedAhead {
  const typed = { text: holder?.querySelector('input')?.value ?? '', entered };
  holder?.remove();
  holder = null;
  entered = false;
  return typed;
}

/** Dispatches an input event, so that the field's own listeners run. */
export function typeInto(field: HTMLInputElement, text: string): void {
  if (text === '') return;
  field.setRangeText(text, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
