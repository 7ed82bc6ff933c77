import { Outlet } from '@tanstack/react-router';

/** Printed pages without the frame. */
export function PrintLayout() {
  return <Outlet />;
}
