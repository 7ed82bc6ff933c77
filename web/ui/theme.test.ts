import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, surfaces, theme, tonePairs, tones } from './theme.ts';

const schemes = ['light', 'dark'] as const;

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test.each(schemes.flatMap((scheme) => tones.map((tone) => [scheme, tone] as const)))(
  '%s %s is readable',
  (scheme, tone) => {
    const { text, ground } = tonePairs[scheme][tone];
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    // Figures of tiles and results of scans are shown on panels in the colour of their tone.
    expect(contrast(text, surfaces[scheme].panel)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(schemes)('%s text and muted text are readable on both backgrounds', (scheme) => {
  const { page, panel, text, muted } = surfaces[scheme];
  for (const ground of [page, panel])
    for (const ink of [text, muted]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
});

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const filled = ['petrol', 'red', 'amber', 'green', 'blue'] as const;

test.each(schemes.flatMap((scheme) => filled.map((colour) => [scheme, colour] as const)))(
  '%s ink on a filled %s button is readable',
  (scheme, colour) => {
    const shade = typeof merged.primaryShade === 'object' ? merged.primaryShade[scheme] : merged.primaryShade;
    const ink = cssVariables(merged)[scheme]['--easy-on-accent'] ?? '';
    expect(contrast(ink, merged.colors[colour]?.[shade] ?? '')).toBeGreaterThanOrEqual(4.5);
  },
);
