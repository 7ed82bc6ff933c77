import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Outcome } from '../../acts.ts';
import type { Failure } from '../../api.ts';
import { reasonOf } from '../../failure-text.ts';

/** A refusal is shown in the dialog that asked, whole; the toast of a phone has two lines. */
export const isRefusal = ({ problem: { status } }: Failure): boolean => status >= 400 && status < 500;

/** For a `ReasonDialog`: true closes it, a text is shown in it. */
export function answerOf(done: Outcome<AnyEndpoint>): boolean | string {
  if (done.ok) return true;
  return isRefusal(done.failure) && reasonOf(done.failure);
}
