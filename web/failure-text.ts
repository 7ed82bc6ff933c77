import i18next from 'i18next';
import type { EndpointDefinition, Method } from '#contract/endpoint.ts';
import type { Failure } from './api.ts';
import { endpointName } from './endpoint-names.ts';
import { actMessage } from './i18n.ts';

const generic = {
  GET: 'failure.load',
  POST: 'failure.save',
  PATCH: 'failure.save',
  DELETE: 'failure.remove',
} as const satisfies Record<Method, string>;

/** What failed, in the endpoint's own words where its area has them, and why, in the words of the error code. */
export function failureText(
  endpoint: EndpointDefinition,
  failure: Failure,
): { title: string; reason: string } {
  const title = actMessage('failures', endpointName(endpoint)) ?? i18next.t(generic[endpoint.method]);
  return { title, reason: reasonOf(failure) };
}

export function reasonOf(failure: Failure): string {
  const { status, code, detail } = failure.problem;
  if (status === 0) return i18next.t('failure.offline');
  // A code this build does not know comes from a newer server, which has already put it into the reader's language.
  return i18next.exists(code, { ns: 'errors' }) ? i18next.t(code, { ns: 'errors' }) : detail;
}
