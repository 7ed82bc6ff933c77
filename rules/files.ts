import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Files of the repository: tracked, and new ones that are not ignored. */
export function repositoryFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
}

/** Files whose code names errors: the server, and the table from which its guard at the bench refuses. */
export const namesErrors = /^(server\/.*|contract\/orders\/obstacles)\.ts$/;

export type Source = { path: string; text: string; lines: string[] };

export function sources(matching: RegExp): Source[] {
  return repositoryFiles()
    .filter((path) => matching.test(path))
    .flatMap((path) => {
      try {
        const text = readFileSync(join(root, path), 'utf8');
        return [{ path, text, lines: text.split('\n') }];
      } catch {
        // Deleted in the working tree, still in the index.
        return [];
      }
    });
}

/** `path:line` of every line that matches, outside comments. */
export function places(files: readonly Source[], pattern: RegExp): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      !/^\s*(\/\/|\*|\/\*)/.test(line) && pattern.test(line) ? [`${path}:${index + 1}`] : [],
    ),
  );
}
