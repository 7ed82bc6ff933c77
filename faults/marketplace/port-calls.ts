import { callsOfAccount } from './calls-of-account.ts';
import { callsOfCampaigns } from './calls-of-campaigns.ts';
import { callsInPlaces, callsOfListings } from './calls-of-listings.ts';
import { callsOfSales } from './calls-of-sales.ts';
import { callsOfTalk } from './calls-of-talk.ts';
import type { Met } from './connectors.ts';
import type { Call, Outgoing, PortCall } from './port-methods.ts';
import { setPortStage } from './port-stage.ts';

/** Every outgoing call, and every method of the port, including those without a call. */
export async function portCallsOf(
  met: Met,
  url: string,
): Promise<{ calls: PortCall[]; methods: Outgoing[] }> {
  const stage = await setPortStage(met, url, 'first');
  const calls: Readonly<Record<Outgoing, readonly Call[]>> = {
    ...(await callsOfAccount(stage)),
    ...(await callsOfListings(stage)),
    ...(await callsOfSales(stage)),
    ...(await callsOfTalk(stage)),
    ...(await callsOfCampaigns(stage)),
  };
  const places = met.hasPlaces ? await callsInPlaces(await setPortStage(met, url, 'places')) : {};
  return { calls: [...named(calls, ''), ...named(places, 'in places: ')], methods: methodsOf(calls) };
}

const methodsOf = (calls: object) => Object.keys(calls) as Outgoing[];

const named = (calls: Readonly<Partial<Record<Outgoing, readonly Call[]>>>, prefix: string): PortCall[] =>
  (Object.entries(calls) as [Outgoing, readonly Call[]][]).flatMap(([method, list]) =>
    list.map((call) => ({ ...call, method, name: `${prefix}${call.name}` })),
  );
