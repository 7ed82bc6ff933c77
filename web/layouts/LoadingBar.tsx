import { useRouterState } from '@tanstack/react-router';
import { ProgressBar } from '../ui/page/ProgressBar.tsx';

/** Another screen was asked for and its code is not there yet. */
export const useIsLoading = () => useRouterState({ select: (state) => state.status === 'pending' });

/** Says so at once, whatever layout one is in. */
export function LoadingBar() {
  return useIsLoading() && <ProgressBar />;
}
