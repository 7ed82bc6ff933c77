/** Statements that one connection keeps prepared, and the times a text is asked for before it is one of them. */
const prepared = 300;
const meetings = 3;
/** Texts that are remembered while they are counted; filters make many that nobody asks for again. */
const remembered = 5000;

/** Names under which PostgreSQL keeps statements prepared. */
export type StatementNames = { of(text: string): string | undefined; renew(): void };

/**
 * Names for the texts that are asked for again: PostgreSQL then parses and plans them once per connection. Under row-level
 * security that is most of what a short statement costs. Decision 015 says why a kept plan is safe here.
 */
export function createStatementNames(): StatementNames {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 1;
  return {
    of(text) {
      const name = names.get(text);
      if (name || names.size >= prepared) return name;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < meetings) {
        if (counts.size >= remembered) counts.clear();
        counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      const made = `easy_${generation}_${names.size + 1}`;
      names.set(text, made);
      return made;
    },
    // A migration of another process has changed the columns that a prepared statement returns.
    renew() {
      generation++;
      names.clear();
    },
  };
}
