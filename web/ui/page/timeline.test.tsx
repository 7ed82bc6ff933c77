import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { Timeline, type TimelineEvent } from './Timeline.tsx';

afterEach(cleanup);

const at = (minute: number) => `2026-11-20T12:0${minute}:00.000Z`;
const event = (key: number, title: string, folds: boolean): TimelineEvent => ({
  key,
  at: at(9 - key),
  title,
  author: 'Marketplace',
  folds,
});

test('adjacent equal lines are merged with their count and period; others stay apart', async () => {
  await renderScreen(() => (
    <Timeline
      label="Histórico"
      events={[
        event(1, 'Frete', true),
        event(2, 'Frete', true),
        event(3, 'Frete', true),
        event(4, 'Prazo', true),
        event(5, 'Frete', true),
        event(6, 'Contado', false),
        event(7, 'Contado', false),
      ]}
    />
  ));
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines.map((line) => line.replace(/\d\d\/.*/, ''))).toEqual([
    'Frete (3 vezes)',
    'Prazo',
    'Frete',
    'Contado',
    'Contado',
  ]);
  expect(lines[0]).toMatch(/09:06.*09:08/);
});
