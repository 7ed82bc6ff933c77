import { Skeleton } from '@mantine/core';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import type { ChartProps } from './ChartDrawings.tsx';

// Recharts is larger than the rest of a screen, so it is loaded with the first chart.
export const Bars = lazyWithFallback<ChartProps>(
  () => import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
  { waiting: ({ height }) => <Skeleton height={height ?? 220} radius="sm" /> },
);
