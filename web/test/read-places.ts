import { readdirSync, readFileSync } from 'node:fs';
import { type Debugger, type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';

const web = join(import.meta.dirname, '..');
const support = /(^|\/)test\/|\.test\.|render-screen/;
/** Places where the same names have another meaning: returned goods, a short code, a supplier's file. */
const otherwise = /^(orders\/returns|account\/station|supply\/requests)\//;
const isScreen = (path: string) => /\.tsx?$/.test(path) && !support.test(path) && !otherwise.test(path);

/** Matches a property that is read or destructured, not a call. */
const patternOf = (names: readonly string[]) =>
  new RegExp(`(?:\\.|[{,]\\s*)(${names.join('|')})\\b(?!\\s*\\()`, 'g');

/** Replaces strings and comments by spaces of the same length. */
const withoutTexts = (source: string) =>
  source.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[\s\S]*?\*\//g, (text) =>
    ' '.repeat(text.length),
  );

/** Files of the screens that read one of these names, loaded or not. */
export function screensThatRead(names: readonly string[]): string[] {
  const pattern = patternOf(names);
  return readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (path) => isScreen(path) && withoutTexts(readFileSync(join(web, path), 'utf8')).search(pattern) >= 0,
  );
}

/** Records which functions of the screens run from now on. */
export function watchScreens() {
  const session = new Session();
  session.connect();
  // In the same thread, each answer is available at once.
  function ask<T>(method: string, params: object = {}): T {
    let answer: T | undefined;
    session.post(method, params, (error: Error | null, result?: object) => {
      if (error) throw error;
      answer = result as T;
    });
    return answer as T;
  }
  ask('Profiler.enable');
  ask('Debugger.enable');
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  /**
   * Loaded files that read one of these names, and, as `file: name`, the reads that no executed function contains.
   */
  function placesOf(names: readonly string[]): { read: Set<string>; unread: string[] } {
    const found = { read: new Set<string>(), unread: new Set<string>() };
    const { result } = ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
    for (const { scriptId, url, functions } of result) {
      const path = url.replace(/^file:\/\//, '').replace(/\?.*$/, '');
      const name = path.slice(web.length + 1);
      if (!path.startsWith(web) || !isScreen(name)) continue;
      const { scriptSource } = ask<Debugger.GetScriptSourceReturnType>('Debugger.getScriptSource', {
        scriptId,
      });
      for (const { index, 1: property = '' } of withoutTexts(scriptSource).matchAll(patternOf(names))) {
        found.read.add(name);
        if (callsAt(functions, index) === 0) found.unread.add(`${name}: ${property}`);
      }
    }
    return { read: found.read, unread: [...found.unread].toSorted() };
  }

  return {
    placesOf,
    stop() {
      ask('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** How often the innermost function around a place was called. */
function callsAt(functions: readonly Profiler.FunctionCoverage[], at: number): number {
  const around = functions
    .flatMap(({ ranges }) => ranges.slice(0, 1))
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const size = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset;
  return around.toSorted((one, other) => size(one) - size(other))[0]?.count ?? 0;
}
