import { Button, Group, Text } from '@mantine/core';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { RequestLine } from '#contract/supply/supply-request-line.ts';
import { useAct } from '../acts.ts';
import { useTranslation } from '../i18n.ts';
import { useSession } from '../use-session.ts';

type LineAnswerProps = { requestId: number; line: RequestLine; arrived: boolean };

/** The vendor's answer to a line and the buyer's decision; after arrival the goods are counted instead. */
export function LineAnswer({ requestId, line, arrived }: LineAnswerProps) {
  const { t } = useTranslation('supply');
  const { can } = useSession();
  const decide = useAct(api.supplyRequests.decideAnswers);
  const { answer } = line;
  if (!answer) return '—';
  const said = [
    answer.quantity === line.quantity
      ? t('answer.all')
      : t('answer.part', { quantity: answer.quantity, wanted: line.quantity ?? 0 }),
    answer.deliveryOn && t('answer.on', { day: formatDay(answer.deliveryOn) }),
  ];
  const run = (taken: boolean) =>
    void decide.run({ params: { id: requestId }, body: { answerIds: [answer.id], taken } });
  return (
    <>
      <Text size="sm" c={answer.quantity === line.quantity ? undefined : 'var(--easy-attention-text)'}>
        {said.filter(Boolean).join(' ')}
        {answer.taken !== null && ` — ${t(answer.taken ? 'answer.taken' : 'answer.declined')}`}
      </Text>
      {answer.note && <Text size="sm">{answer.note}</Text>}
      <Text size="xs" c="dimmed">
        {t('answer.by', { name: answer.name, at: formatInstant(answer.at) })}
      </Text>
      {answer.taken === null && !arrived && can('supply-requests.update') && (
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="default" loading={decide.pending} onClick={() => run(true)}>
            {t('answer.take')}
          </Button>
          <Button size="xs" variant="subtle" loading={decide.pending} onClick={() => run(false)}>
            {t('answer.decline')}
          </Button>
        </Group>
      )}
    </>
  );
}
