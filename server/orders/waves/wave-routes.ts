import type { waves } from '#contract/orders/wave-rule.ts';
import type { Handlers } from '#server/http/route.ts';
import { releaseNow } from './release-wave.ts';
import {
  createRule,
  listRules,
  moveRule,
  previewRule,
  removeRule,
  turnRule,
  updateRule,
} from './wave-rule.ts';

export const waveRoutes: Handlers<typeof waves> = {
  list: ({ tx, actor }) => listRules(tx, actor),
  create: ({ tx, actor, body }) => createRule(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateRule(tx, actor, params.id, body, version),
  turn: ({ tx, actor, params, body }) => turnRule(tx, actor, params.id, body.on),
  move: ({ tx, actor, params, body }) => moveRule(tx, actor, params.id, body.to),
  remove: ({ tx, actor, params }) => removeRule(tx, actor, params.id),
  preview: ({ tx, actor, params }) => previewRule(tx, actor, params.id),
  release: ({ tx, actor, params }) => releaseNow(tx, actor, params.id),
};
