import { Outlet } from '@tanstack/react-router';

/** Paper: nothing of the product around it. */
export function PrintLayout() {
  return <Outlet />;
}
