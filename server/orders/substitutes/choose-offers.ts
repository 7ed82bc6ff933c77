export type Choice = { part: number; quantity: number; offer_id: number; available: number };

/**
 * An offer for each part, null if none is found; together the parts never exceed an offer. `choices` are in the order
 * of preference, and the part with the fewest chooses first. If an offer is taken, the parts that took it move to
 * others as far as possible (augmenting paths), so that the order of choosing loses nothing.
 */
export function chooseOffers<C extends Choice>(wanted: readonly number[], choices: readonly C[]): C[] | null {
  const byPart = Map.groupBy(choices, (choice) => choice.part);
  const chosen = new Map<number, C>();
  const takenBy = (offer: number) => [...chosen.values()].filter((one) => one.offer_id === offer);
  const hasRoom = ({ offer_id, available, quantity }: C) =>
    takenBy(offer_id).reduce((left, one) => left - one.quantity, available) >= quantity;

  const place = (part: number, tried: Set<number>): boolean =>
    (byPart.get(part) ?? []).some((choice) => {
      if (tried.has(choice.offer_id)) return false;
      tried.add(choice.offer_id);
      if (!hasRoom(choice)) makeRoom(choice, tried);
      if (!hasRoom(choice)) return false;
      chosen.set(part, choice);
      return true;
    });
  // A part that found another offer stays there: after each step the whole choice is valid.
  const makeRoom = (wish: C, tried: Set<number>): void => {
    for (const { part } of takenBy(wish.offer_id).toSorted((one, other) => other.quantity - one.quantity))
      if (!hasRoom(wish)) place(part, tried);
  };

  const byChoice = wanted.toSorted(
    (one, other) => (byPart.get(one)?.length ?? 0) - (byPart.get(other)?.length ?? 0),
  );
  if (!byChoice.every((part) => place(part, new Set()))) return null;
  return wanted.flatMap((part) => chosen.get(part) ?? []);
}
