import { type AnyEndpoint, endpointName, type Method } from '#contract/endpoint.ts';
import type { Failure } from './api.ts';
import { actMessage, i18n } from './i18n.ts';

const generic = {
  GET: 'ui:failure.load',
  POST: 'ui:failure.save',
  PATCH: 'ui:failure.save',
  DELETE: 'ui:failure.remove',
} as const satisfies Record<Method, string>;

/** What failed, in the words of the endpoint if its area has them, and why, in the words of the error code. */
export function failureText(endpoint: AnyEndpoint, failure: Failure): { title: string; reason: string } {
  return { title: failureTitle(endpoint), reason: reasonOf(failure) };
}

export const failureTitle = (endpoint: AnyEndpoint): string =>
  actMessage('failures', endpointName(endpoint)) ?? i18n.t(generic[endpoint.method]);

export function reasonOf(failure: Failure): string {
  const { status, code, detail, facts } = failure.problem;
  if (status === 0) return i18n.t('ui:failure.offline');
  // An unknown code comes from a newer server, which has already written the detail in the reader's language.
  return i18n.exists(`errors:${code}`) ? i18n.t(`errors:${code}`, listed(facts)) : detail;
}

/** Details of the problem as text; several are separated by commas. */
const listed = (facts: Failure['problem']['facts']) =>
  facts &&
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, Array.isArray(fact) ? fact.join(', ') : fact]),
  );
