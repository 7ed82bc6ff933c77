import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { sources } from './files.ts';
import { inlineJsonSchema } from './json-schema.ts';

/** Fields of responses that no screen of ours reads, and who does. */
const readByOthers: Record<string, readonly string[]> = {
  'the browser itself, for a passkey': [
    ...['alg', 'allowCredentials', 'attestation', 'authenticatorSelection', 'challenge', 'displayName'],
    ...['excludeCredentials', 'pubKeyCredParams', 'residentKey', 'rp', 'rpId', 'userVerification'],
  ],
  'a client without cookies': ['refreshToken'],
  'programs that use the API': [
    ...['canceledBy', 'collectedAt', 'completedAt', 'decidedAt', 'finishedAt', 'heldAt'],
    ...['pushedPrice', 'remoteStatus', 'saleFeeCentavos', 'fewest', 'minimumPrice', 'maxVariations'],
    ...['unitsPerVolume'],
  ],
  'screens, which send them back to undo': ['addedIds', 'removedIds'],
  'screens, by a name that they put together': [
    ...['openBalances', 'openSales', 'unpaidInvoices', 'debit', 'payerDocument', 'feeAmount'],
  ],
};

type Node = { properties?: Record<string, Node>; anyOf?: Node[]; allOf?: Node[]; items?: Node };

function namesOf({ properties = {}, anyOf = [], allOf = [], items }: Node): string[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [name, ...namesOf(field)]);
  return [...own, ...[...anyOf, ...allOf, ...(items ? [items] : [])].flatMap(namesOf)];
}

/** Every word of the code of screens, outside comments. */
const words = new Set(
  sources(/^web\/(?!.*(\.test\.|\/test\/)).*\.tsx?$/).flatMap(({ lines }) =>
    lines.flatMap((line) => (/^\s*(\/\/|\*|\/\*)/.test(line) ? [] : (line.match(/\b[A-Za-z]\w*\b/g) ?? []))),
  ),
);

test('every field of a response is read by a screen, or it is decided who reads it', () => {
  const sent = endpoints.flatMap(({ endpoint }) =>
    endpoint.response ? namesOf(inlineJsonSchema<Node>(endpoint.response, 'output')) : [],
  );
  expect(new Set(sent).size).toBeGreaterThan(500);
  const unread = [...new Set(sent)].filter((name) => !words.has(name));
  expect(unread.toSorted()).toEqual(Object.values(readByOthers).flat().toSorted());
});
