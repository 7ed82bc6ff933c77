import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { i18n } from '../i18n.ts';
import { ProgressBar } from './page/ProgressBar.tsx';
import { toast } from './toasts.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;
type Places<P> = {
  /** While it is on its way, instead of the bar that says so. */
  waiting?: (props: P) => ReactNode;
  /** Where it cannot come; a toast says so unless this is given. */
  instead?: ComponentType<P>;
};

/**
 * A component whose code comes when it is first shown. Where it does not come (no network), only its own place stays
 * empty: the screen around it stays, with what was typed there, and the next time it is tried again.
 */
export function lazyWithFallback<P extends object>(
  load: Load<P>,
  { waiting, instead: Instead }: Places<P> = {},
): ComponentType<P> {
  const part: Part<P> = { load, Shown: lazy(load), waiting, Instead };
  return (props) => Place({ part, props });
}

type Part<P extends object> = {
  load: Load<P>;
  /** Replaced when it did not come: React remembers a refusal for good. */
  Shown: ComponentType<P>;
  waiting: Places<P>['waiting'];
  Instead: Places<P>['instead'];
};

function Place<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  const { Shown, Instead, waiting } = part;
  const again = () => {
    part.Shown = lazy(part.load);
    if (!Instead) sayMissing();
  };
  return (
    <Contained onCatch={again} instead={Instead && <Instead {...props} />}>
      <Suspense fallback={waiting ? waiting(props) : <ProgressBar />}>
        <Shown {...props} />
      </Suspense>
    </Contained>
  );
}

/** Some code of ours could not be fetched. */
export function sayMissing(): void {
  toast.failure(i18n.t('ui:failure.load'), i18n.t('ui:failure.offline'));
}

type ContainedProps = { children: ReactNode; instead: ReactNode; onCatch: () => void };

/** React has no other form for this than a class. */
class Contained extends Component<ContainedProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch() {
    this.props.onCatch();
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
