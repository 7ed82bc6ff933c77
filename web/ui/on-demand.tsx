import { type ComponentType, lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { reportLoadFailure } from './lazy-with-fallback.tsx';

/** Props of a trigger besides those of the dropdown; it passes them to its button. */
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
};

/**
 * A button whose dropdown is loaded on first use, since positioning and focus handling weigh as much as a screen.
 * Until then only `Trigger` is rendered; the loaded component renders the same trigger and opens at once.
 */
export function onDemand<P extends object>(
  Trigger: ComponentType<P & TriggerProps>,
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Dropdown = lazy(load);
  return function OnDemand(props: P) {
    const [asked, setAsked] = useState(false);
    const warm = () => void load().catch(() => undefined);
    // Replaces the trigger only once it is loaded: without a network, trigger and screen stay.
    const open = () => void load().then(() => setAsked(true), reportLoadFailure);
    const trigger = <Trigger {...props} onClick={open} onPointerEnter={warm} />;
    if (!asked) return trigger;
    return (
      <Suspense fallback={trigger}>
        <Dropdown {...props} />
      </Suspense>
    );
  };
}

/** For components loaded by `onDemand`: focuses the new trigger before opening, so that the focus returns to it. */
export function useOpenAtOnce() {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { target, opened, setOpened };
}
