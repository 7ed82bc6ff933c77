import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import type { ContentPart } from '#server/outside/marketplaces/listing.ts';
import type { Marketplace } from '#server/outside/marketplaces/marketplace.ts';

/** The port's areas by name, those of conversations included. The parts of a session are not an area. */
type Areas = Omit<Marketplace, 'capabilities' | 'call' | 'download' | 'circuit' | 'conversations'> &
  Marketplace['conversations'];
type MethodOf<Area> = {
  [Name in keyof Area & string]: NonNullable<Area[Name]> extends (...given: never[]) => unknown
    ? Name
    : never;
}[keyof Area & string];
type PortMethod = {
  [Name in keyof Areas & string]: `${Name}.${MethodOf<NonNullable<Areas[Name]>>}`;
}[keyof Areas & string];

/** Answered locally: no request is sent. */
type Local =
  | 'connect.consentUrl'
  | 'connect.isOperatorRefusal'
  | 'connect.endOfGrant'
  | 'inbox.isProven'
  | 'inbox.read'
  | 'inbox.named'
  | 'inbox.privacyOf'
  | 'inbox.concernOf';

/**
 * Everything that the port asks of a marketplace, each part of the content and each act of a claim by itself. It is read off
 * the port: a method more there is one that has no calls here, and does not compile.
 */
export type Outgoing =
  | Exclude<PortMethod, Local | 'listings.pushContent' | 'claims.act'>
  | `listings.pushContent ${ContentPart}`
  | `claims.act ${ClaimAct}`;

/** One method of the port, called on a connector that may be interrupted; returns the observed result. */
export type Call = {
  name: string;
  /** Ids in the answers about the requested record, if it is one record. */
  about: readonly string[];
  /** The call changes something; the result is the state afterwards. */
  acts: boolean;
  /** Sets the stage for the next time, undisturbed. */
  ready(): Promise<unknown>;
  ask(marketplace: Marketplace): Promise<unknown>;
};
export type PortCall = Call & { method: Outgoing };

/** The calls of each method of an area. None: this marketplace has not got it. */
export type CallsOf<Area extends string> = Readonly<
  Record<Extract<Outgoing, `${Area}.${string}`>, readonly Call[]>
>;

/** A method, or all of an area. */
export type Without = Outgoing | (keyof Areas & string) | 'listings.pushContent' | 'claims.act';

/**
 * Errors in the list of unsupported methods: every method either sends a request or is named as unsupported. An
 * unsupported one is null in the port, or was called and sent no request.
 */
export function uncovered(
  marketplace: Marketplace,
  without: readonly Without[],
  calls: readonly PortCall[],
  met: ReadonlySet<Outgoing>,
  methods: readonly Outgoing[],
): string[] {
  const isNamed = (method: Outgoing) =>
    without.some((one) => method === one || method.startsWith(`${one}.`) || method.startsWith(`${one} `));
  const isThere = (method: Outgoing) => {
    const [area = '', name = ''] = method.replace(/ .*/, '').split('.');
    const areas: Readonly<Record<string, unknown>> = { ...marketplace, ...marketplace.conversations };
    return ((areas[area] ?? {}) as Readonly<Record<string, unknown>>)[name] != null;
  };
  return methods.flatMap((method) => {
    if (met.has(method)) return isNamed(method) ? [`${method}: met, and named as one that is not there`] : [];
    if (!isNamed(method)) return [`${method}: met by no request, and not named as one that is not there`];
    const isAsked = calls.some((call) => call.method === method);
    return isThere(method) && !isAsked ? [`${method}: it is there, and nothing asks for it`] : [];
  });
}
