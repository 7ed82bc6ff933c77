/** Distance in px that a finger may move between press and release; beyond it the press is canceled. */
const roll = 10;

/**
 * If layout moves a button during a press, the browser delivers the click to the common ancestor (mouse) or to the
 * element now under the finger (touch), perhaps another button. This delivers it to the pressed button.
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
    // A click without a count comes from a key or from a program.
    if (!press?.button.isConnected || event.detail === 0 || !(event.target instanceof Node)) return;
    if (press.button.contains(event.target)) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > roll) return;
    event.stopImmediatePropagation();
    press.button.click();
  };
  window.addEventListener('pointerdown', down, { capture: true });
  window.addEventListener('click', click, { capture: true });
}
