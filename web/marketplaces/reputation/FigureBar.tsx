import { Group, Text } from '@mantine/core';
import type { FigureBesideLimits } from '#contract/marketplaces/reputation.ts';
import { countedValue } from '#contract/marketplaces/reputation-risk.ts';
import { useTranslation } from '../../i18n.ts';
import classes from './Reputation.module.css';
import { RiskBadge } from './ReputationBadge.tsx';
import { useReputationWords } from './reputation-words.ts';

type Props = { figure: FigureBesideLimits };

/** One figure as a bar with its limits as marks, and what would cross the next limit. */
export function FigureBar({ figure }: Props) {
  const { t } = useTranslation('marketplaces');
  const words = useReputationWords();
  const { unit, cases, real, before, limits } = figure;
  return (
    <li className={classes.figure}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{words.measure(figure)}</Text>
        {figure.risk !== null && <RiskBadge risk={figure.risk} />}
      </Group>
      <Text className={classes.value}>
        {words.value(figure.value, unit)}
        {cases !== null && ` · ${t('reputation.cases', { count: cases })}`}
        {before !== null && (
          <Text span size="xs" c="dimmed">
            {' '}
            {t('reputation.before', { value: words.value(before, unit) })}
          </Text>
        )}
      </Text>
      {real && (
        <Text size="sm" fw={600}>
          {t('reputation.real', {
            value: words.value(real.value, unit),
            cases: t('reputation.cases', { count: real.cases }),
          })}
        </Text>
      )}
      <Bar figure={figure} />
      {limits.length > 0 && (
        <Text size="xs" c="dimmed">
          {limits.map((limit) => words.limit(limit, unit)).join(' · ')}
        </Text>
      )}
      <Outlook figure={figure} />
    </li>
  );
}

function Bar({ figure }: Props) {
  const counted = countedValue(figure);
  const value = counted ?? 0;
  const { limits, risk } = figure;
  if (limits.length === 0) return null;
  const end = Math.max(value, ...limits.map((limit) => limit.value)) * 1.08 || 1;
  const at = (told: number) => `${Math.min(100, Math.max(0, (100 * told) / end))}%`;
  return (
    <div className={classes.bar} aria-hidden>
      {counted !== null && (
        <span className={classes.filled} data-risk={risk ?? undefined} style={{ width: at(value) }} />
      )}
      {limits.map((limit) => (
        <span key={limit.value} className={classes.mark} style={{ left: at(limit.value) }} />
      ))}
    </div>
  );
}

/** Distance to the strictest limit that still holds, and how much of it open sales may use. */
function Outlook({ figure }: Props) {
  const { t } = useTranslation('marketplaces');
  const words = useReputationWords();
  const { limits, threats, unit } = figure;
  const value = countedValue(figure);
  const held = limits.find(({ kept }) => kept === true);
  const [strictest] = limits;
  const crosses = typeof held?.spare === 'number' && threats > held.spare;
  const of = (limit: (typeof limits)[number]) => ({
    value: words.value(limit.value, unit),
    level: words.allowed(limit.allows),
  });
  const said = (): string | null => {
    if (value === null || !strictest) return null;
    const distance = (limit: number) => words.value(Math.abs(limit - value), unit);
    if (!held)
      return strictest.allows === null
        ? t('reputation.targetMissed', { value: distance(strictest.value) })
        : t('reputation.above');
    if (held.allows === null) return t('reputation.targetKept', { value: distance(held.value) });
    if (held.spare === null) return null;
    return held.spare <= 0
      ? t('reputation.next', of(held))
      : t('reputation.spare', { count: held.spare, ...of(held) });
  };
  const text = said();
  return (
    <>
      {text && <Text size="sm">{text}</Text>}
      {threats > 0 && (
        <Text size="sm" fw={600} className={crosses ? classes.crosses : undefined}>
          {t(crosses ? 'reputation.wouldCross' : 'reputation.threatened', { count: threats })}
        </Text>
      )}
    </>
  );
}
