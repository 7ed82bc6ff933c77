import { readdirSync, readFileSync } from 'node:fs';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value below which this share of the sorted values lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const ticksPerSecond = 100;
const pageBytes = 4096;

/** Processor seconds of one process until now, from /proc; 0 on systems other than Linux. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond || 0;
}

/** Of a database: its first process, those it has now and those that ended. */
export function databaseCpuSeconds(first: number): number {
  const own = statOf(first);
  const ended = (Number(own[13]) + Number(own[14])) / ticksPerSecond || 0;
  return childrenOf(first).reduce((sum, pid) => sum + cpuSeconds(pid), cpuSeconds(first) + ended);
}

export function residentMiB(pid: number): number {
  return (Number(statOf(pid)[21]) * pageBytes) / 2 ** 20 || 0;
}

export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** Fields after the name, which may itself have spaces and brackets: state is 0. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
