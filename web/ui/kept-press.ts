/** How far a finger may roll between pressing and letting go, in px; who goes farther takes the press back. */
const roll = 10;

/**
 * What comes while a button is pressed may move it away from under the finger. The browser then gives the click to what is
 * around both (mouse) or to what lies there now (touch), another button perhaps: here it is the button's that was pressed.
 */
export function keepPresses(): void {
  let pressed: { button: HTMLElement; x: number; y: number } | null = null;
  const down = ({ target, clientX, clientY, button, isPrimary }: PointerEvent) => {
    const found = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
    pressed = found && button === 0 && isPrimary ? { button: found, x: clientX, y: clientY } : null;
  };
  const click = (event: MouseEvent) => {
    const press = pressed;
    pressed = null;
    // Without a count it is a key's or a program's.
    if (!press?.button.isConnected || event.detail === 0 || !(event.target instanceof Node)) return;
    if (press.button.contains(event.target)) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > roll) return;
    event.stopImmediatePropagation();
    press.button.click();
  };
  window.addEventListener('pointerdown', down, { capture: true });
  window.addEventListener('click', click, { capture: true });
}
