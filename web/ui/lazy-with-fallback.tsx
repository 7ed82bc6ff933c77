import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { i18n } from '../i18n.ts';
import { ProgressBar } from './page/ProgressBar.tsx';
import { toast } from './toasts.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;
type Places<P> = {
  /** Shown while loading, instead of the progress bar. */
  waiting?: (props: P) => ReactNode;
  /** Shown on failure; by default a toast reports it. */
  instead?: ComponentType<P>;
};

/**
 * A component whose code is loaded when it is first rendered. If that fails (no network), only its own place is
 * empty: the screen keeps what was typed, and the next render tries again.
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
  /** Replaced after a failure, because React caches a rejected import. */
  Shown: ComponentType<P>;
  waiting: Places<P>['waiting'];
  Instead: Places<P>['instead'];
};

function Place<P extends object>({ part, props }: { part: Part<P>; props: P }) {
  const { Shown, Instead, waiting } = part;
  const again = () => {
    part.Shown = lazy(part.load);
    if (!Instead) reportLoadFailure();
  };
  return (
    <Contained onCatch={again} instead={Instead && <Instead {...props} />}>
      <Suspense fallback={waiting ? waiting(props) : <ProgressBar />}>
        <Shown {...props} />
      </Suspense>
    </Contained>
  );
}

/** True for a failed import of our own code. */
export function reportLoadFailure(): void {
  toast.failure(i18n.t('ui:failure.load'), i18n.t('ui:failure.offline'));
}

type ContainedProps = { children: ReactNode; instead: ReactNode; onCatch: () => void };

/** React supports error boundaries only as classes. */
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
