import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { accountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import { chatFileKinds } from '#contract/marketplaces/chat-states.ts';
import { type MarketplaceId, marketplaceIds, marketplaceNames } from '#contract/marketplaces/marketplace.ts';

/** The connectors' own capabilities, and what the server makes of them for the screens. */
const server = {
  ...(await vi.importActual<{ readEnvironment(argv: string[], variables: object): object }>(
    '#server/env.ts',
  )),
  ...(await vi.importActual<{
    composeMarketplaces(
      env: object,
      clock: object,
    ): Record<MarketplaceId, { capabilities(tags: string[]): unknown }>;
  }>('#server/outside/marketplaces/marketplaces.ts')),
  ...(await vi.importActual<{ viewCapabilities(outside: object, account: object): unknown }>(
    '#server/marketplaces/account-capabilities.ts',
  )),
};
const environment = server.readEnvironment([], { DATA_DIR: join(tmpdir(), 'easy-capabilities') });
const outside = { marketplaces: server.composeMarketplaces(environment, systemClock) };

const fileLimits = z.object({ kinds: z.array(z.enum(chatFileKinds)), mostBytes: z.number() }).nullable();

/** Capabilities as responses about sales, threads, reviews, pictures and accounts carry them. */
const told = z.object({
  ...{ questions: z.string(), messages: z.string(), claims: z.string(), reviews: z.string() },
  ...{ longestAnswer: z.number(), longestMessage: z.number(), longestClaimMessage: z.number() },
  ...{ longestReviewAnswer: z.number(), beginsMessages: z.string(), accessEnds: z.boolean() },
  tellsPayouts: z.boolean(),
  ...{ messageFiles: fileLimits, claimFiles: fileLimits },
  ...{ labelBy: z.enum(['marketplace', 'seller']), labelFormats: z.array(z.enum(['pdf', 'zpl'])) },
  ...{ needsInvoice: z.boolean(), mostPictures: z.number(), mostPictureBytes: z.number() },
  pictureSide: z.object({ shortest: z.number(), longest: z.number() }),
});

/** Each marketplace with its capabilities: `able` as in an account, `told` as in other responses. */
export const connectors = marketplaceIds.map((id) => ({
  name: marketplaceNames[id],
  id,
  told: told.parse(outside.marketplaces[id].capabilities([])),
  able: accountCapabilities.parse(server.viewCapabilities(outside, { marketplace: id, tags: [] })),
}));
export type Connector = (typeof connectors)[number];
