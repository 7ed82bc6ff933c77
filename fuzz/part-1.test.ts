import { test } from 'vitest';
import { runPart } from './part.ts';

test('every endpoint, fuzzed from its own schema', { timeout: 3_600_000 }, () => runPart(1));
