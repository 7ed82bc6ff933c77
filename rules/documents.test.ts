import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maxImportRows, sheetFile } from '#contract/business/import/import.ts';
import { allowedFromSource, allowedFromStrangers, windowMinutes } from '#server/account/sign-in/attempts.ts';
import { keptDays } from '#server/jobs/forget-passed.ts';

const root = join(import.meta.dirname, '..');
const documents = globSync(['docs/**/*.md', '*.md', '{web,bench,sandbox,fuzz,faults}/**/README.md'], {
  cwd: root,
});
const textOf = (document: string) => readFileSync(join(root, document), 'utf8');

const roots = /^(contract|server|web|sandbox|e2e|bench|rules|docs|tools|fuzz|faults)\//;
/** Placeholders for a name: `<area>`, `NNNN`, `{id}`. */
const placeholder = /[<{…]|NNNN/;

/** Files and folders of this repository that a document names in backticks, and those it links to. */
function pathsIn(document: string): string[] {
  const text = textOf(document);
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => roots.test(path) && /^[\w@.*/-]+$/.test(path) && !placeholder.test(path));
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
    join(document, '..', path),
  );
  return [...quoted, ...linked];
}

test.each(documents)('%s names only existing files', (document) => {
  const missing = pathsIn(document).filter((path) => globSync(path, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});

test('each decision has its own number, a title, a date and a line in the index', () => {
  const index = textOf('docs/decisions/README.md');
  const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root });
  const wrong = decisions.filter((document) => {
    const name = basename(document);
    const [, number, title] = /^# (\d{3}) (.+)\n\n\d{4}-\d\d-\d\d\b/.exec(textOf(document)) ?? [];
    return !title || !name.startsWith(`${number}-`) || !index.includes(`[${number}](${name}) ${title}`);
  });
  expect(wrong).toEqual([]);
  expect(new Set(decisions.map((document) => basename(document).slice(0, 3))).size).toBe(decisions.length);
});

describe('a number that a document repeats equals the one in the code', () => {
  const thousands = (value: number) => value.toLocaleString('en-US');
  test.each([
    ['docs/operations.md', 'or (\\S+) from all unknown ones together', String(allowedFromStrangers)],
    ['docs/operations.md', 'ten failures in (\\S+) minutes from this address', String(windowMinutes)],
    [
      'docs/operations.md',
      '(\\S+) failures in \\d+ minutes from this address',
      { 10: 'ten' }[allowedFromSource],
    ],
    [
      'docs/operations.md',
      'idempotency keys and requests to connect an account (\\S+) days',
      String(keptDays.forget_idempotency_keys),
    ],
    [
      'docs/operations.md',
      'links of mails and webhook deliveries after (\\d+)',
      String(keptDays.forget_mail_tokens),
    ],
    [
      'docs/operations.md',
      'notifications of marketplaces, [\\w ]+ after (\\d+)',
      String(keptDays.forget_notifications),
    ],
    ['docs/operations.md', 'sessions (\\d+) days after they ended', String(keptDays.forget_sessions)],
    ['docs/api.md', 'up to (\\d+) MB and', String(sheetFile.maxBytes / 1024 / 1024)],
    ['docs/api.md', 'MB and (\\S+) rows', thousands(maxImportRows)],
  ])('%s: %s', (document, sentence, value) => {
    expect(new RegExp(sentence).exec(textOf(document))?.[1]).toBe(value);
  });
});

/** Tables of machinery, which no reader and no rule calls by a name, and parts of what the glossary names. */
const unnamed: Record<string, readonly string[]> = {
  'sign-in and its limits': [
    'authorization_requests',
    'known_devices',
    'mail_tokens',
    'second_step_failures',
    'sign_in_failures',
    'two_step_resets',
  ],
  'stored for the server itself': [
    'bank_columns',
    'file_removals',
    'idempotency_keys',
    'met_offers',
    'order_sources',
    'parked_answers',
    'payout_columns',
  ],
  'pictures, scans and lines of a record': [
    'advertisement_images',
    'chat_images',
    'claim_sales',
    'dropinvoice_dispute_photos',
    'parcel_return_images',
    'product_images',
    'publication_images',
    'receiving_scans',
    'reported_problem_images',
    'supply_request_events',
    'volume_event_images',
  ],
};

test('the glossary names every table', () => {
  const [, body = ''] = /export interface DB \{\n(.*?)\n\}/s.exec(textOf('server/db/types.ts')) ?? [];
  const tables = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, table = '']) => table);
  const glossary = textOf('docs/glossary.md');
  expect(tables.length).toBeGreaterThan(100);
  const missing = tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(glossary));
  expect(missing.toSorted()).toEqual(Object.values(unnamed).flat().toSorted());
});
