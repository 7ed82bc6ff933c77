import { expect, test } from 'vitest';
import { bodyWith, isAt } from './body-with.ts';
import { endpoints } from './endpoints.ts';
import { pathsOf } from './schema-paths.ts';

/** The issues of each field of a body for a value, by path. */
const fields = endpoints.flatMap(({ name, endpoint }) => {
  const { body } = endpoint;
  if (!body) return [];
  return [...pathsOf(body, 'input')].map((path) => ({
    at: `${name}.${path}`,
    faultsOf(value: string) {
      const answer = body.safeParse(bodyWith(body, path.split('.'), value));
      const issues = answer.success ? [] : answer.error.issues;
      return issues.filter((issue) => isAt(issue.path, path.split('.'))).map(({ message }) => message);
    },
  }));
});
const days = fields.filter(
  ({ faultsOf }) => faultsOf('2026-02-30').includes('date_invalid') && faultsOf('2026-12-01').length === 0,
);

test('finds the days in the bodies of the API', () => {
  expect(days.map(({ at }) => at)).toEqual(
    expect.arrayContaining([
      'batches.create.expiresOn',
      'dropinvoices.pay.paidOn',
      'supplyRequests.bulkUpdate.change.estimatedDelivery',
      'printableRequests.answer.lines.deliveryOn',
    ]),
  );
});

test.each(['0026-12-01', '1926-12-01', '1999-12-31', '2100-01-01', '2206-12-01', '9999-12-31'])(
  'a body with the day %s is refused at its field, in every endpoint',
  (day) => {
    const taken = days.filter(({ faultsOf }) => !faultsOf(day).includes('date_invalid'));
    expect(taken.map(({ at }) => at)).toEqual([]);
  },
);

test('every day of a century is accepted', () => {
  for (const day of ['2000-01-01', '2099-12-31'])
    expect(days.filter(({ faultsOf }) => faultsOf(day).length > 0).map(({ at }) => at)).toEqual([]);
});
