import { expect, test } from 'vitest';
import { billingOf, type ReportedBilling } from './billing.ts';

const home = { street: 'Rua Chile', number: '22', city: 'Salvador', states: ['Bahia'], zip: '40010-000' };

test.each<[string, readonly (string | null)[], string | null, string]>([
  ['the name of a state', ['Rio Grande do Sul'], 'BR', 'RS'],
  ['a name without accents in capitals', ['SAO PAULO'], null, 'SP'],
  ['an ISO code before a name', ['BR-MT', 'Mato Grosso do Sul'], 'BR', 'MT'],
  ['a code of another table beside the name', ['26', 'Santa Catarina'], 'BR', 'SC'],
  ['the code in lower case', ['pe'], 'br', 'PE'],
  ['a name that no state has', ['Lisboa'], 'BR', 'Lisboa'],
  ['no state', [null], 'BR', ''],
  ['a state abroad', ['AR-S'], 'AR', 'EX'],
])('stores %s as its UF', (_, states, country, state) => {
  expect(billingOf({ address: { ...home, states, country } })?.address?.state).toBe(state);
});

test.each<[string, ReportedBilling, object]>([
  [
    'a registration with points',
    { stateRegistration: '110.042.490.114' },
    { stateRegistration: '110042490114' },
  ],
  ['a rural registration', { stateRegistration: 'P-01100424.3/002' }, { stateRegistration: 'P011004243002' }],
  ['an exempt company', { stateRegistration: 'isenta' }, { taxpayer: 'exempt', stateRegistration: null }],
  ['a name with blanks', { name: '  Ana   Lima ' }, { name: 'Ana Lima' }],
  ['a passport', { identification: { type: 'passport', number: 'AB1' } }, { otherDocument: 'PASSPORT AB1' }],
])('reads %s', (_, reported, expected) => {
  expect(billingOf(reported)).toMatchObject(expected);
});

test.each<[string, ReportedBilling]>([
  ['a masked name', { name: 'A** L***' }],
  ['a masked registration', { stateRegistration: '***.042.***' }],
  ['a CPF, which is stored apart', { identification: { type: 'CPF', number: '52998224725' } }],
  ['a CPF with a wrong digit', { identification: { type: 'CPF', number: '52998224724' } }],
  ['a number of an unknown kind', { identification: { number: '123456' } }],
  ['an address with a masked part', { address: { ...home, number: '2*' } }],
  ['an address without a street', { address: { ...home, street: ' ' } }],
  ['nothing', {}],
])('knows nothing from %s', (_, reported) => {
  expect(billingOf(reported)).toBeNull();
});
