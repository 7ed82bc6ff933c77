import { addDays, type Day } from '#contract/dates.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import type { CallsOf } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

type OfAccount = CallsOf<'connect'> &
  CallsOf<'inbox'> &
  CallsOf<'catalogue'> &
  CallsOf<'payouts'> &
  CallsOf<'reputation'>;

/** Every call about the account, the site and the seller. */
export async function callsOfAccount(stage: PortStage): Promise<OfAccount> {
  const { direct, session, met, pair, on, act, sold } = stage;
  const { content, news } = met;
  const { categoryId, package: size } = content;
  const [root] = await direct.catalogue.roots(session);
  await direct.inbox.subscribe?.(session);
  return {
    'connect.whoIs': [on('who it is', ({ connect }) => connect.whoIs(pair))],
    // Each has its own consent, because a code and a refresh token are valid for one try, answered or not.
    'connect.exchange': [
      on('token exchange', async ({ connect }) => {
        const consented = await met.consent(direct, 'another');
        return (await connect.exchange(...consented)).userId;
      }),
    ],
    'connect.renew': met.renews
      ? [
          on('token renewal', async ({ connect }) => {
            const consented = await met.consent(direct, 'another');
            const { refreshToken, userId } = await direct.connect.exchange(...consented);
            return Object.keys(await connect.renew(refreshToken, 1, userId));
          }),
        ]
      : [
          // There is no refresh token: the grant has ended, and no request is sent.
          on('token renewal', ({ connect }) => connect.renew('', 1, '').catch(connect.endOfGrant)),
        ],
    'connect.readGrantEnd': direct.connect.readGrantEnd
      ? [on('end of the grant', ({ connect }, s) => connect.readGrantEnd?.(s))]
      : [],
    'inbox.readMissed': [
      on('what did not arrive', async ({ inbox }, s) => ({
        failures: (await inbox.readMissed?.(s))?.failures ?? [],
      })),
    ],
    'inbox.subscribe': news
      ? [
          act(
            'subscribe',
            () => news.forget(session),
            async ({ inbox }, s) => {
              await inbox.subscribe?.(s);
              return news.known(session);
            },
          ),
        ]
      : [],
    'catalogue.roots': [on('roots of categories', ({ catalogue }, s) => catalogue.roots(s))],
    'catalogue.children': [
      on('categories below', async ({ catalogue }, s) => catalogue.children(s, root?.id ?? '')),
    ],
    'catalogue.predict': [
      on('suggested categories', ({ catalogue }, s) => catalogue.predict?.(s, 'caneca esmaltada')),
    ],
    'catalogue.search': [
      on('categories by words', ({ catalogue }, s) => catalogue.search(s, 'caneca esmaltada')),
    ],
    'catalogue.settings': [on('a category', ({ catalogue }, s) => catalogue.settings(s, categoryId))],
    'catalogue.listedValues': direct.catalogue.listedValues
      ? [
          on('values of a long list', ({ catalogue }, s) =>
            catalogue.listedValues?.(s, categoryId, 'BRAND', 'Simula'),
          ),
        ]
      : [],
    'catalogue.fee': [
      on('a fee', ({ catalogue }, s) =>
        catalogue.fee?.(s, { category: categoryId, type: 'classic', price: 5990 }),
      ),
    ],
    'catalogue.freight': [size, null].map((closed) =>
      on(`freight of ${closed ? 'a parcel' : 'a listing'}`, ({ catalogue }, s) =>
        catalogue.freight?.(s, {
          ...{ price: 15_000, type: 'classic', package: closed, freeShipping: null },
          listing: closed ? null : sold.id,
        }),
      ),
    ),
    // Other days each time, because a report that was requested once is found again; nothing of the seller changes.
    'payouts.read': direct.payouts
      ? [
          {
            ...act('released money', async () => addDays('2020-03-01', stage.next()), readPayouts),
            acts: false,
          },
        ]
      : [],
    'reputation.read': [on('a reputation', ({ reputation }, s) => reputation?.read(s))],
  };
}

/** Until a file is prepared, where there is one; a request whose answer was lost is found again by its days. */
async function readPayouts({ payouts }: Marketplace, session: SellerSession, day: Day): Promise<string> {
  for (let n = 0; n < 4; n++) {
    const found = await payouts?.read(session, { from: day, through: addDays(day, 20) }, false);
    if (found) return found.kind;
  }
  return 'none';
}
