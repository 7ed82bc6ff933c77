import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Failed tests of a run, printed at its end, because they are hard to find in a long log. */
const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

type Suite = { title: string; specs: Spec[]; suites?: Suite[] | undefined };
type Spec = z.infer<typeof spec>;
const attachment = z.object({ name: z.string(), body: z.base64().optional() });
const attempt = z.object({
  error: z.object({ message: z.string() }).optional(),
  attachments: z.array(attachment),
});
const spec = z.object({
  ok: z.boolean(),
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ results: z.array(attempt) })),
});
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
);
const browserReport = z.object({ suites: z.array(suite) });

/** One text for each test of a Vitest report that failed, and for each file that could not be loaded. */
export function failedTests(report: unknown, root: string): string[] {
  return vitestReport.parse(report).testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    const name = relative(root, file.name);
    if (failed.length === 0 && file.status === 'failed') return [inShort(name, file.message)];
    return failed.map((one) => inShort(`${name} › ${one.fullName}`, one.failureMessages[0] ?? ''));
  });
}

/** One text for each story of a Playwright report that failed. */
export function failedStories(report: unknown): string[] {
  const specsOf = (one: Suite): Spec[] => [...one.specs, ...(one.suites ?? []).flatMap(specsOf)];
  return browserReport
    .parse(report)
    .suites.flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const attempts = tests.flatMap(({ results }) => results);
      const errors = attempts.flatMap(({ error }) => error?.message ?? []);
      const notes = attempts.flatMap(({ attachments }) => attachments.flatMap(troubleOf)).slice(-5);
      return [inShort(`e2e/${file}:${line} › ${title}`, errors[0] ?? ''), ...notes].join('\n');
    });
}

/** Problems that `noteTrouble` recorded in the browser. */
function troubleOf({ name, body }: z.infer<typeof attachment>): string[] {
  if (name !== 'trouble' || !body) return [];
  const text = Buffer.from(body, 'base64').toString().replaceAll(/\s+/g, ' ');
  return [`    trouble: ${text.slice(0, 300)}`];
}

function inShort(name: string, message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'));
  return [`✘ ${name}`, ...lines.slice(0, 8).map((line) => `    ${line.trim().slice(0, 300)}`)].join('\n');
}
