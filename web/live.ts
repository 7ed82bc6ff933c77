import { systemClock } from '#contract/dates.ts';
import { refreshSession } from './api.ts';
import { currentConnection, setConnection } from './connection.ts';
import { invalidate, queryClient } from './queries.ts';
import { sessionState } from './session.ts';
import { pauseStation } from './station.ts';

/** A station is told at once that it is one no more, or that its person has to come again. */
function pauseAtStation(): void {
  if (sessionState().session?.station) pauseStation(true);
}

const longestWait = 30_000;
/** The server says something every 25 s at least; a line that is silent for longer is dead, whatever the browser thinks. */
const longestSilence = 60_000;

/**
 * What changes in the business arrives as `{ entity }` and marks that entity's queries stale. A browser gives up an
 * event stream for good after an HTTP error, so reconnecting is ours; after a gap everything may have changed.
 */
export function startLiveUpdates(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let closed = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let openedAt = 0;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (failures > 0) setConnection('reconnecting');
      retry();
    }, longestSilence);
  };
  const open = () => {
    openedAt = systemClock.now().getTime();
    source = new EventSource('/api/events');
    heard();
    source.onopen = () => {
      if (failures > 0) void queryClient.invalidateQueries();
      failures = 0;
      setConnection('online');
    };
    source.onmessage = (message) => {
      heard();
      hear(String(message.data));
    };
    source.addEventListener('beat', heard);
    source.onerror = () => {
      source?.close();
      clearTimeout(silence);
      failures += 1;
      setConnection(navigator.onLine ? (failures > 1 ? 'reconnecting' : currentConnection()) : 'offline');
      timer = setTimeout(() => void again(), Math.min(1_000 * 2 ** (failures - 1), longestWait));
    };
  };
  const again = async () => {
    // The stream cannot say why it was refused; an ended session is the likely reason once it fails twice.
    if (failures > 1 && navigator.onLine && !(await refreshSession(openedAt).catch(() => true)))
      pauseAtStation();
    if (!closed) open();
  };
  // What was said while nobody could hear it is lost: opened again, everything is asked for again.
  const retry = () => {
    clearTimeout(timer);
    source?.close();
    failures = Math.max(failures, 1);
    open();
  };
  const lost = () => setConnection('offline');
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

/** Statements add up invoices and balances, credits of the bank fit both; no change of these is announced as theirs. */
const sumsOf: Readonly<Record<string, readonly string[]>> = {
  dropinvoices: ['statements', 'bankStatements'],
  pairBalances: ['statements', 'bankStatements'],
};

function hear(data: string): void {
  const entity = /"entity":"([\w-]+)"/.exec(data)?.[1];
  // Home and the warehouses' dashboard count a little of everything.
  if (entity) void invalidate(entity, ...(sumsOf[entity] ?? []), 'dashboard', 'warehouseCenterDashboard');
}
