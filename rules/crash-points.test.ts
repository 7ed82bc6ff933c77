import { expect, test } from 'vitest';
import { handlers } from '#server/routes.ts';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';

const person = 'proves who somebody is between transactions, of which one changes what is known of them';
const reads = 'changes nothing';

/**
 * Operations of several transactions without a use case, and why a crash in them needs none. An operation of one
 * transaction has either happened or not.
 */
const withoutUseCase: Readonly<Record<string, string>> = {
  'accountDoctors.check': reads,
  'accountLocations.update': 'the locations are read before its only writing transaction',
  'advertisements.previewContent': reads,
  'advertisements.previewPrices': reads,
  'auth.activate': person,
  'auth.activateOtp': person,
  'auth.confirmPassword': person,
  'auth.disableOtp': person,
  'auth.refresh': person,
  'auth.registerBusiness': person,
  'auth.registerStaff': person,
  'auth.resetPassword': person,
  'auth.signIn': person,
  'auth.validateOtp': person,
  'auth.validatePasskey': person,
  'auth.verifyInvitation': reads,
  'examples.create': 'keeps its picture as products.create does, and makes the rest in the same transaction',
  'bankStatements.create': 'the file is read before its only writing transaction; nothing is stored outside',
  'bankStatements.look': reads,
  'payoutFiles.create': 'the file is read before its only writing transaction; nothing is stored outside',
  'payoutFiles.look': reads,
  'campaignsAds.previewJoin': reads,
  'checkout.photograph': 'keeps its photos as disputes.open does',
  'checkout.fetchTag': 'what checkout.print does before it marks the label',
  'marginChanges.undo': 'concludes as publications.update does',
  'passkeys.create': person,
  'postsales.open': reads,
  'products.update': 'keeps its pictures as products.create does',
  'publications.findLink': reads,
  'publications.updateWholesale': 'concludes as publications.update does',
  'publicationsLink.plan': reads,
  'reputations.read': 'what it keeps is read again: an older answer overwrites nothing',
  'supplyRequests.readInvoice': reads,
  'user.changePassword': person,
  'user.remove': person,
  'user.updatePin': person,
};

const all: Record<string, Record<string, unknown>> = handlers;

/** Handlers that call the outside or store files between transactions. */
function takesSeveral(name: string): boolean {
  const [entity = '', act = ''] = name.split('.');
  const handler = all[entity]?.[act];
  return typeof handler === 'object' && handler !== null && ('remote' in handler || 'withFiles' in handler);
}

test('every operation of several transactions has a use case whose process dies at each point', () => {
  const useCases = sources(/^faults\/crash-points\/use-cases\//)
    .map(({ text }) => text)
    .join('\n');
  const isTold = (name: string) => new RegExp(`api\\.${name.replace('.', '\\.')}\\b`).test(useCases);
  const untold = endpoints
    .filter(({ name, endpoint }) => endpoint.method !== 'GET' && takesSeveral(name) && !isTold(name))
    .map(({ name }) => name);
  expect(untold.toSorted()).toEqual(Object.keys(withoutUseCase).toSorted());
});
