import { keptKinds } from '#contract/business/examples.ts';
import type { api } from '#contract/index.ts';
import { readExamples, unmarkExamples } from '#server/business/examples.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { createExamples } from './create-examples.ts';
import { removeExamples } from './remove-examples.ts';

export const exampleRoutes: Handlers<typeof api.examples> = {
  detail: async ({ tx }) => ({ records: await readExamples(tx) }),
  create: remote(createExamples),
  keep: async ({ tx }) => {
    await unmarkExamples(tx, keptKinds);
    return { records: await readExamples(tx) };
  },
  remove: ({ tx, actor }) => removeExamples(tx, actor),
};
