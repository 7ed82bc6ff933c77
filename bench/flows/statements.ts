import pg from 'pg';

/** Statements this process sends while `work` runs, in order; transaction control included. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  // Every overload passes through here.
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    sent.push(typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''));
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
