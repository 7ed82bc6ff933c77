import { describe, expect, test } from 'vitest';
import { publicationStates } from '#contract/advertisements/publication-states.ts';
import { acceptModes } from '#contract/business/company.ts';
import { companyStates } from '#contract/business/company-states.ts';
import { dropinvoiceStates } from '#contract/dropshipping/dropinvoice-states.ts';
import { errorStatus, fieldErrors } from '#contract/errors.ts';
import { volumeEventKinds, volumeStates } from '#contract/inventory/volume-states.ts';
import { accountStates } from '#contract/marketplaces/marketplace-account-states.ts';
import { documentStates, reserveStates } from '#contract/orders/order.ts';
import { approvalReasons, orderStatuses } from '#contract/orders/order-states.ts';
import { namesErrors, places, sources } from './files.ts';

const isTest = /\.test\.ts$|factory\.ts$|\/test\/|\/seed\/|kill-|invariants\.ts$|\.queries\.ts$/;
const product = sources(/^(server|contract)\/.*\.ts$/).filter(
  ({ path }) => !isTest.test(path) && !path.startsWith('contract/messages/') && path !== 'contract/errors.ts',
);
const server = product.filter(({ path }) => path.startsWith('server/'));

const missing = (words: readonly string[], files: typeof product, before = '') =>
  words.filter((word) => places(files, new RegExp(`${before}'${word}'`)).length === 0);

const [schema = { text: '' }] = sources(/^server\/db\/schema\.sql$/);
/** Passed as a value instead of compared with one; or the default of a column. */
const unwritten = (words: readonly string[]) =>
  missing(words, server, '(: |\\? |, |return |^\\s+)').filter(
    (word) => !schema.text.includes(`default '${word}'`),
  );

test('every error of an answer is raised somewhere', () => {
  const raising = product.filter(({ path }) => namesErrors.test(path));
  expect(missing(Object.keys(errorStatus), raising)).toEqual([]);
});

test('every error of a field is raised somewhere', () => {
  expect(missing(fieldErrors, product)).toEqual([]);
});

/** States of features that are not built yet. */
const due: Record<string, readonly string[]> = {};

/** A value that a list can be filtered by must be possible: some rule writes or computes it. */
describe('every value of a state can occur', () => {
  test.each([
    ['a sale', orderStatuses],
    ['why a sale waits', approvalReasons],
    ['the document of a sale', documentStates],
    ['the reserve of a sale', reserveStates],
    ['a volume', volumeStates],
    ['the history of a volume', volumeEventKinds],
    ['a trade link', companyStates],
    ['how a sale is accepted', acceptModes],
    ['an invoice', dropinvoiceStates],
    ['an account', accountStates],
    ['a publication', publicationStates],
  ] as const)('%s', (name, values) => {
    expect(unwritten(values)).toEqual(due[name] ?? []);
  });
});
