import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireProgram } from '../debian-packages.ts';

const folder = join(import.meta.dirname, '../../deploy/prometheus');

test('the alarms are valid, and fire as their tests say', () => {
  const promtool = requireProgram('promtool', 'prometheus');
  for (const args of [
    ['check', 'rules', 'easy.rules.yml'],
    ['test', 'rules', 'easy.rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' });
    expect(`${status} ${stdout}${stderr}`).toMatch(/^0 /);
  }
});
