/** How many statements a connection keeps prepared, and at which use a text becomes one of them. */
const prepared = 300;
const meetings = 3;
/** How many texts are counted at most; filters produce many that are never used again. */
const remembered = 5000;

/** Names under which PostgreSQL keeps statements prepared. */
export type StatementNames = { of(text: string): string | undefined; renew(): void };

/**
 * Names the texts that are used repeatedly: PostgreSQL then parses and plans them once per connection, which is most of
 * the cost of a short statement under row-level security. Decision 015 explains why cached plans are safe here.
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
    // Called when a migration has changed the columns that a prepared statement returns.
    renew() {
      generation++;
      names.clear();
    },
  };
}
