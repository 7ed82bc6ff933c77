const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/;
const sampleLine = new RegExp(
  `^([^\\s{]+)(\\{(?:${label.source}(?:,${label.source})*)?,?\\})? ([Nn]a[Nn]|[+-]Inf|[+-]?[\\d.]+(?:e[+-]?\\d+)?)( -?\\d+)?$`,
);
const suffixes: Record<string, readonly string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * What Prometheus or its linter would refuse in a text of metrics: the format's rules
 * (prometheus.io/docs/instrumenting/exposition_formats) and of `promtool check metrics` those about names.
 */
export function expositionProblems(text: string): string[] {
  const problems: string[] = [];
  const helps = new Set<string>();
  const types = new Map<string, string>();
  const series = new Set<string>();
  const closed = new Set<string>();
  let current = '';
  const enter = (family: string) => {
    if (family === current) return;
    if (closed.has(family)) problems.push(`${family}: its lines are apart`);
    closed.add(current);
    current = family;
  };
  const familyOf = (name: string) =>
    [...types].find(([family, type]) => (suffixes[type] ?? ['']).some((end) => name === family + end))?.[0];

  if (!text.endsWith('\n')) problems.push('the last line does not end');
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, word, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === 'HELP') {
      enter(family);
      if (helps.has(family)) problems.push(`${family}: a second HELP`);
      helps.add(family);
    } else if (word === 'TYPE') {
      enter(family);
      if (types.has(family)) problems.push(`${family}: a second TYPE`);
      types.set(family, rest);
      problems.push(...nameProblems(family, rest));
    } else if (!line.startsWith('#')) {
      const [, name = '', labels = ''] = sampleLine.exec(line) ?? [];
      if (name === '' || !metricName.test(name)) problems.push(`cannot be read: ${line}`);
      const family = familyOf(name);
      if (!family || !helps.has(family)) problems.push(`${name}: no TYPE or HELP before it`);
      else enter(family);
      if (series.has(name + labels)) problems.push(`${name}${labels}: twice`);
      series.add(name + labels);
    }
  }
  return problems;
}

function nameProblems(family: string, type: string): string[] {
  const problems: string[] = [];
  if (!metricName.test(family)) problems.push(`${family}: not a name`);
  if (!['counter', 'gauge', 'histogram', 'summary', 'untyped'].includes(type))
    problems.push(`${family}: ${type} is no type`);
  if (type === 'counter' && !family.endsWith('_total')) problems.push(`${family}: a counter ends in _total`);
  if (type !== 'counter' && family.endsWith('_total'))
    problems.push(`${family}: only a counter ends in _total`);
  if (/_(bucket|count|sum)$/.test(family)) problems.push(`${family}: has the ending of a part`);
  return problems;
}
