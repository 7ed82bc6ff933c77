let holder: HTMLElement | null = null;

/**
 * A field out of sight that takes what is typed while the one that was asked for is not there yet, so that its first
 * letters, also composed ones, are not lost. Whoever shows the field takes them by `takeTyped`. Escape gives up.
 */
export function keepTyped(label: string): void {
  takeTyped();
  holder = document.createElement('div');
  // For `watchFocus`: the focus goes back to where it was before this, not into it.
  holder.setAttribute('role', 'dialog');
  holder.setAttribute('aria-label', label);
  holder.className = 'typed-ahead';
  const field = document.createElement('input');
  field.setAttribute('aria-label', label);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') takeTyped();
  });
  holder.append(field);
  document.body.append(holder);
  field.focus();
}

export function takeTyped(): string {
  const typed = holder?.querySelector('input')?.value ?? '';
  holder?.remove();
  holder = null;
  return typed;
}

/** As if it had been typed here: the field's own listeners hear of it. */
export function typeInto(field: HTMLInputElement, text: string): void {
  if (text === '') return;
  field.setRangeText(text, 0, 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
