import { type ComponentType, lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { sayMissing } from './lazy-with-fallback.tsx';

/** What a face takes besides the props of what it opens; it hands them to its button. */
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  onPointerEnter?: () => void;
};

/**
 * A button whose dropdown comes when it is first used: positioning and focus of dropdowns weigh as much as a screen of
 * ours. `Trigger` stands alone until then; what `load` brings shows the same face and opens at once.
 */
export function onDemand<P extends object>(
  Trigger: ComponentType<P & TriggerProps>,
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Dropdown = lazy(load);
  return function OnDemand(props: P) {
    const [asked, setAsked] = useState(false);
    const warm = () => void load().catch(() => undefined);
    // Not shown before it is here: without a network the face stays, and so does the screen around it.
    const open = () => void load().then(() => setAsked(true), sayMissing);
    const face = <Trigger {...props} onClick={open} onPointerEnter={warm} />;
    if (!asked) return face;
    return (
      <Suspense fallback={face}>
        <Dropdown {...props} />
      </Suspense>
    );
  };
}

/** For what `onDemand` brings: the focus is on the new face before it opens, so that it returns there. */
export function useOpenAtOnce() {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return { target, opened, setOpened };
}
