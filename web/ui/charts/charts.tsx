import { Skeleton } from '@mantine/core';
import { lazyWithFallback } from '../lazy-with-fallback.tsx';
import type { ChartProps } from './ChartDrawings.tsx';

// Recharts is heavier than the rest of a screen together: it comes when a chart is drawn.
export const Bars = lazyWithFallback<ChartProps>(
  () => import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
  { waiting: ({ height }) => <Skeleton height={height ?? 220} radius="sm" /> },
);
