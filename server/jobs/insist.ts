import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const pauseMs = 500;
const tries = 20;

/**
 * Runs a task again where the database went away under it. Nobody is to blame for that: it must neither use up the job's
 * tries nor put it off, as a failure does.
 */
export async function insist(databasePort: string, task: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await task();
    } catch (error) {
      if (n === tries || !isDatabaseAway(error, databasePort)) throw error;
      await delay(pauseMs);
    }
  }
}

function isDatabaseAway(error: unknown, port: string): boolean {
  // Connection lost, server starting, stopping or full.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if ('port' in error) return String(error.port) === port;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
    error.message,
  );
}
