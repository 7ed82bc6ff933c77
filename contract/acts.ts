/** Whether an act is in its entity's table for a state. Each entity that has a life has one such table: `…Acts`. */
export function canAct<Act extends string, State extends string>(
  acts: Record<Act, { from: readonly State[] }>,
  act: Act,
  state: State,
): boolean {
  return acts[act].from.includes(state);
}
