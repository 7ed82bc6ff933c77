import { sources } from '../rules/files.ts';

export type Pattern = { source: string; flags: string; at: string };

/** A slash begins a regular expression only where an expression may begin. */
const literal =
  /(?<=[=(,:[!&|?{};>]\s*|return\s+|^\s*)\/((?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

/** Every regular expression written in what reads input. */
export function patternsOf(matching: RegExp): Pattern[] {
  return sources(matching).flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      /^\s*(\/\/|\*|\/\*)/.test(line)
        ? []
        : [...line.matchAll(literal)].map(([, source = '', flags = '']) => ({
            source,
            flags,
            at: `${path}:${index + 1}`,
          })),
    ),
  );
}

/** Texts that cause backtracking: characters the pattern knows, repeated, followed by another one. */
export function attacks({ source }: Pattern, length: number): string[] {
  const letters = [
    ...new Set([...source.replace(/\\[dDwWsSbBpPu]|[()[\]{}|?*+^$\\]/g, ''), 'a', '0', ' ', '.', '-', '"']),
  ].slice(0, 14);
  const pumps = [...letters, ...letters.flatMap((one) => letters.slice(0, 5).map((other) => one + other))];
  return pumps.flatMap((pump) => {
    const body = pump.repeat(Math.ceil(length / pump.length)).slice(0, length);
    return [`${body}\u0001`, `\u0001${body}`, `${letters[0]}${body}\n!`];
  });
}
