import type { CallsOf } from './port-methods.ts';
import type { PortStage } from './port-stage.ts';

const none = { 'campaigns.list': [], 'campaigns.ads': [], 'campaigns.join': [], 'campaigns.leave': [] };

/** Below the price of every ad of the stage, and inside the band of its campaign. */
const price = 4990;

/** Every call about campaigns, on one ad of a campaign that runs. */
export async function callsOfCampaigns(stage: PortStage): Promise<CallsOf<'campaigns'>> {
  const { direct, session, on, act, publish, met } = stage;
  const { campaigns } = direct;
  if (!campaigns || !met.openCampaign) return none;
  const { made } = await publish();
  const place = { listing: made.id, variation: made.variations[0]?.id ?? null };
  const id = await met.openCampaign(made.id);
  const campaign = (await campaigns.list(session)).find((one) => one.id === id);
  if (!campaign) throw new Error(`campaign ${id} is not listed`);
  const stateNow = async () => {
    for await (const ads of campaigns.ads(session, campaign)) {
      const found = ads.find(({ listing }) => listing === place.listing);
      if (found) return { state: found.state, price: found.price };
    }
    return null;
  };
  return {
    'campaigns.list': [
      on('campaigns', async (m, s) => (await m.campaigns?.list(s))?.some((one) => one.id === id)),
    ],
    'campaigns.ads': [
      on('ads of a campaign', async (m, s) => {
        const found: string[] = [];
        for await (const ads of m.campaigns?.ads(s, campaign) ?? [])
          found.push(...ads.map(({ listing }) => listing));
        return found.includes(place.listing);
      }),
    ],
    'campaigns.join': [
      act(
        'join a campaign',
        () => campaigns.leave(session, campaign, place),
        async (m, s) => {
          await m.campaigns?.join(s, campaign, place, price);
          return stateNow();
        },
      ),
    ],
    'campaigns.leave': [
      act(
        'leave a campaign',
        () => campaigns.join(session, campaign, place, price),
        async (m, s) => {
          await m.campaigns?.leave(s, campaign, place);
          return (await stateNow())?.state ?? 'invited';
        },
      ),
    ],
  };
}
