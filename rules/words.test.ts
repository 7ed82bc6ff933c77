import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { auditActsOf, auditKinds } from '#contract/business/audit-names.ts';
import { fieldErrors } from '#contract/errors.ts';
import { messages } from '#contract/messages/index.ts';
import { securityEvents } from '#server/http/security-log.ts';
import { definitionOf, type Schema } from '../fuzz/schema.ts';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';

type Kind = 'failures' | 'successes';
type Area = Partial<Record<Kind, Record<string, string>>>;

const writes = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ name }) => name);
const catalogues = Object.values(messages).map((catalogue) => Object.values(catalogue) as Area[]);
/** In both languages. */
const hasWords = (kind: Kind, name: string) =>
  catalogues.every((areas) => areas.some((area) => area[kind]?.[name] !== undefined));

/** Nobody sees them fail: no person calls them, or the screen itself reports the result instead. */
const unseen: Record<string, string> = {
  'notifications.receive': 'a marketplace calls it',
  'notifications.receiveNamed': 'a marketplace calls it',
  'auth.refresh': 'called by the browser by itself; who is signed out is sent to sign in',
  'auth.verifyToken': 'the screen shows that the link is no longer valid',
  'auth.verifyInvitation': 'the screen shows that the invitation is no longer valid',
};

/** No toast confirms them, because what follows does. */
const quiet: Record<string, string> = {
  ...unseen,
  ...Object.fromEntries(
    endpoints
      .filter(({ name, endpoint }) => name.startsWith('checkout.') && endpoint.method !== 'GET')
      // For a bulk operation, a toast says how many.
      .filter(({ name }) => name !== 'checkout.collectMany')
      .map(({ name }) => [name, 'the bench shows the new state in large, with its sound']),
  ),
  'waves.move': 'the list shows the new order',
  'waves.turn': 'the badge shows the state',
  'waves.release': 'a toast says how many lists',
  ...Object.fromEntries(
    ['start', 'beep', 'finish', 'putBack', 'acknowledge'].map((act) => [
      `picking.${act}`,
      'the walk shows what is next in large, with its sound',
    ]),
  ),
  ...Object.fromEntries(
    ['open', 'inspect', 'reset'].map((act) => [
      `returns.${act}`,
      'the return shows what was found in large, with its sound',
    ]),
  ),
  ...Object.fromEntries(
    ['take', 'move'].map((act) => [
      `refills.${act}`,
      'the screen says what is next in large, with its sound',
    ]),
  ),
  'postsales.open': 'the thread opens',
  'payoutFiles.look': 'the columns are shown, or the report is read',
  'bankStatements.look': 'the columns are shown, or the statement opens',
  'balances.start': 'the count opens, or the dialog says how many are flagged',
  'balances.count': 'the screen says in large what came of it, with its sound',
  'auth.signIn': 'the home page follows',
  'auth.validateOtp': 'the home page follows',
  'auth.requestPasskey': 'the browser asks for the passkey',
  'auth.validatePasskey': 'the home page follows',
  'passkeys.prepare': 'the dialog for the name follows',
  'passkeys.requestProof': 'the browser asks for the passkey',
  'auth.stopTwoStepReset': 'the page says so',
  'picking.takeByHand': 'the walk shows what is next in large',
  'webhooks.create': 'the secret is shown, this once',
  'webhooks.renewSecret': 'the same',
  'apiKeys.create': 'the key is shown, this once',
  'stations.create': 'the door of the station follows',
  'stations.enter': 'the bench follows',
  'user.remove': 'the sign-in page follows, and a mail',
  'auth.setupOtp': 'the dialog with the key follows',
  'auth.activateOtp': 'the dialog with the recovery codes follows',
  'auth.renewRecoveryCodes': 'the dialog with the recovery codes follows',
  'auth.signOut': 'the sign-in page follows',
  'auth.confirmPassword': 'what had waited for it goes on',
  'auth.switchBusiness': 'the other business is there',
  'auth.registerBusiness': 'the page says which mail to open',
  'auth.activate': 'the home page follows',
  'auth.resendActivation': 'the page says which mail to open',
  'auth.forgotPassword': 'the page says which mail to open',
  'auth.resetPassword': 'the sign-in page follows and says so',
  'auth.registerStaff': 'the home page follows',
  'images.create': 'the pictures appear',
  'marketplaceAccounts.authorize': 'the consent page of the marketplace follows',
  'publications.findLink': 'what was found is shown',
  'publicationsLink.plan': 'what would change is shown',
  'advertisements.previewPrices': 'the prices are shown',
  'advertisements.previewContent': 'the changes are shown',
  'campaignsAds.previewJoin': 'prices and margins are shown',
  'checkout.previewLabels': 'the number of labels is shown',
  'orders.previewLabels': 'the number of labels is shown',
  'supplyRequests.readRows': 'the rows are shown as they were understood',
  'checkout.weigh': 'the weight is shown',
  'serials.record': 'the scan says it',
  'vendorReturns.addVolume': 'the scan says it',
  'checkout.photograph': 'the photos appear',
  'checkout.printParcelLabel': 'the label comes out, and the parcel is packed',
  'returns.checkPlace': 'the scan says where the unit lies',
  'volumes.zeroCheck': 'the question goes and the volume shows its state',
};

describe('messages of operations, in both languages', () => {
  test('every writing endpoint has a message for its failure', () => {
    expect(writes.filter((name) => !hasWords('failures', name)).toSorted()).toEqual(
      Object.keys(unseen).toSorted(),
    );
  });

  test('every writing endpoint has a message for its success, or something else confirms it', () => {
    expect(writes.filter((name) => !hasWords('successes', name)).toSorted()).toEqual(
      Object.keys(quiet).toSorted(),
    );
  });

  test('the audit has a word for every kind of record, every operation and every watched event, and no other', () => {
    const { kinds, acts } = messages.pt.business.audit;
    expect(Object.keys(kinds).toSorted()).toEqual(auditKinds.toSorted());
    expect(Object.keys(acts).toSorted()).toEqual(auditActsOf([]).toSorted());
    const ofSecurity = auditActsOf(['security']);
    expect(securityEvents.filter((event) => !ofSecurity.includes(event.replace('.', '_')))).toEqual([]);
  });

  test('the audit says of an act that several kinds share what was decided', async () => {
    const { acts, actsOfKind } = messages.pt.business.audit;
    const words = { ...acts, ...actsOfKind } as Record<string, string>;
    const recorded = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ name }) => name);
    const kindsOf = Map.groupBy(recorded, (name) => name.split('.')[1] ?? '');
    const lines = auditActsOf([])
      .toSorted()
      .flatMap((act) => {
        const names = kindsOf.get(act) ?? [];
        return names.length > 1
          ? names.toSorted().map((name) => `${name}: ${words[name] ?? words[act]}`)
          : [];
      });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./snapshots/shared-acts.txt');
  });

  test('no messages of an endpoint that does not exist', () => {
    const known = new Set(endpoints.map(({ name }) => name));
    const said = catalogues.flatMap((areas) =>
      areas.flatMap((area) => [...Object.keys(area.failures ?? {}), ...Object.keys(area.successes ?? {})]),
    );
    expect([...new Set(said)].filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('messages of schemas', () => {
  const known = new Set<string>(fieldErrors);

  test('every one is a code of the field errors', () => {
    const unknown = endpoints.flatMap(({ name, endpoint }) =>
      [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) =>
        schema
          ? [...messagesOf(schema)].filter((code) => !known.has(code)).map((code) => `${name}: ${code}`)
          : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('every one that a refinement adds is a code as well', () => {
    const added = sources(/^contract\/(?!messages\/).*(?<!\.test)\.ts$/).flatMap(({ path, text }) =>
      [...text.matchAll(/code: 'custom', message: '([^']+)'/g)].map(([, code = '']) => ({ path, code })),
    );
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter(({ code }) => !known.has(code))).toEqual([]);
  });
});

/** Every message that a schema or one of its checks names. */
function messagesOf(schema: Schema, seen = new Set<Schema>()): Set<string> {
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  const definition = definitionOf(schema);
  const own = [schema._zod.def, ...(definition.checks ?? []).map((check) => check._zod.def as Named)];
  const inside = [
    ...Object.values(definition.shape ?? {}),
    ...(definition.options ?? []),
    definition.catchall,
    definition.innerType,
    definition.in,
    definition.out,
    definition.element,
    definition.keyType,
    definition.valueType,
  ].filter((inner) => inner !== undefined);
  return new Set([
    ...own.flatMap((part) => messageOf(part as Named)),
    ...inside.flatMap((inner) => [...messagesOf(inner, seen)]),
  ]);
}

type Named = { error?: z.core.$ZodErrorMap };

function messageOf({ error }: Named): string[] {
  const issue = { code: 'custom', input: undefined, path: [] } as unknown;
  const said = error?.(issue as Parameters<z.core.$ZodErrorMap>[0]);
  const message = typeof said === 'string' ? said : said?.message;
  return message ? [message] : [];
}
