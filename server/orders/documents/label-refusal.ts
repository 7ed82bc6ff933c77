import type { ErrorCode } from '#contract/errors.ts';
import type { LabelRefusal } from '#server/outside/marketplaces/sales-port.ts';

/** The words for a label that the marketplace refuses: why, and what to do. */
export function codeOfRefusal(reason: LabelRefusal): ErrorCode {
  if (reason === 'not_ready') return 'label_not_ready';
  if (reason === 'full') return 'fulfilled_by_marketplace';
  return 'label_refused';
}
