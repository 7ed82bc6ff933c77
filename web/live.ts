import { systemClock } from '#contract/dates.ts';
import { refreshSession } from './api.ts';
import { currentConnection, setConnection } from './connection.ts';
import { invalidate, queryClient } from './queries.ts';
import { sessionState } from './session.ts';
import { pauseStation } from './station.ts';

/** Shows at once that a station was revoked or needs its person again. */
function pauseAtStation(): void {
  if (sessionState().session?.station) pauseStation(true);
}

const longestWait = 30_000;
/**
 * The server sends a heartbeat every 25 s, so a stream that is silent for longer is dead even if the browser keeps it
 * open.
 */
const longestSilence = 60_000;

/**
 * A change in the business arrives as `{ entity }` and invalidates the queries of that entity. Browsers give up an
 * event stream after an HTTP error, so we reconnect ourselves; after a gap everything may have changed.
 */
export function startLiveUpdates(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let openedAt = 0;
  /** The stream that was begun before the connection was lost: that it opened meanwhile proves nothing. */
  let doubtful: EventSource | null = null;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (failures > 0) setConnection('reconnecting');
      retry();
    }, longestSilence);
  };
  const open = () => {
    openedAt = systemClock.now().getTime();
    const begun = new EventSource('/api/events');
    source = begun;
    heard();
    begun.onopen = () => {
      if (failures > 0) void queryClient.invalidateQueries();
      failures = 0;
      if (begun !== doubtful) setConnection('online');
    };
    begun.onmessage = (message) => {
      heard();
      hear(String(message.data));
    };
    begun.addEventListener('beat', heard);
    begun.onerror = () => {
      begun.close();
      clearTimeout(silence);
      failures += 1;
      setConnection(navigator.onLine ? (failures > 1 ? 'reconnecting' : currentConnection()) : 'offline');
      timer = setTimeout(() => void again(), Math.min(1_000 * 2 ** (failures - 1), longestWait));
    };
  };
  const again = async () => {
    // The stream does not report why it was refused; after two failures an expired session is likely.
    if (failures > 1 && navigator.onLine && !(await refreshSession(openedAt).catch(() => true)))
      pauseAtStation();
    if (!closed) open();
  };
  // Events during a gap are lost, so reopening invalidates everything.
  const retry = () => {
    clearTimeout(timer);
    source?.close();
    failures = Math.max(failures, 1);
    open();
  };
  const lost = () => {
    doubtful = source;
    setConnection('offline');
  };
  window.addEventListener('online', retry);
  window.addEventListener('offline', lost);
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    window.removeEventListener('online', retry);
    window.removeEventListener('offline', lost);
  };
}

/** Statements depend on invoices and balances, bank statements on both; their own changes are not announced. */
const sumsOf: Readonly<Record<string, readonly string[]>> = {
  dropinvoices: ['statements', 'bankStatements'],
  pairBalances: ['statements', 'bankStatements'],
};

function hear(data: string): void {
  const entity = /"entity":"([\w-]+)"/.exec(data)?.[1];
  // Home and the dashboard of warehouses count records of every entity.
  if (entity) void invalidate(entity, ...(sumsOf[entity] ?? []), 'dashboard', 'warehouseCenterDashboard');
}
