import { expect, test } from 'vitest';
import { isTrackingCode } from './tracking-code.ts';

test.each([
  ['AA123456785BR', true],
  ['AA123456784BR', false],
  ['MEL44123456789FMDOF01', true],
  ['08012345678901', true],
  ['BR123', false],
  ['SEM-CODIGO', false],
  ['ABC 12345', false],
  ['', false],
])('%s', (code, sound) => expect(isTrackingCode(code)).toBe(sound));
