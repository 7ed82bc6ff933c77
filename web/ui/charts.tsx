import { Skeleton } from '@mantine/core';
import type { ChartProps } from './ChartDrawings.tsx';
import { later } from './later.tsx';

// Recharts is heavier than the rest of a screen together: it comes when a chart is drawn.
export const Bars = later<ChartProps>(
  () => import('./ChartDrawings.tsx').then((module) => ({ default: module.BarsDrawing })),
  { waiting: ({ height }) => <Skeleton height={height ?? 220} radius="sm" /> },
);
