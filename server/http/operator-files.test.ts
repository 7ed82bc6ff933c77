import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { metricsToken, testApp } from '#server/test/app.ts';

const deploy = join(import.meta.dirname, '../../deploy');

test.each(['prometheus/easy.rules.yml', 'grafana/easy.json'])(
  '%s reads only metrics that a process has',
  async (file) => {
    const app = await testApp();
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await app.http.inject({ url: '/metrics', headers });
    const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    const read = readFileSync(join(deploy, file), 'utf8').match(/\beasy_\w+|\bprocess_\w+/g) ?? [];
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  },
);
