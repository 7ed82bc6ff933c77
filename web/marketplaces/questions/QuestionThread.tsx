import { Alert, Anchor, Skeleton, Table, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import type { QuestionDetail } from '#contract/marketplaces/question.ts';
import { questionActs } from '#contract/marketplaces/question-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { WhyQuantity } from '../../inventory/WhyQuantity.tsx';
import { paths } from '../../paths.ts';
import { Thumbnail } from '../../products/Thumbnail.tsx';
import { formatQuantity } from '../../quantity.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Facts } from '../../ui/page/Facts.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant, Money } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { useKeptFocus } from '../kept-focus.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { FormerQuestions } from './FormerQuestions.tsx';
import { needsPerson } from './QuestionList.tsx';
import classes from './Questions.module.css';
import { questionBadges } from './question-badges.ts';
import { TimeSince } from './TimeSince.tsx';
import { useTakeBack } from './use-take-back.ts';

type QuestionThreadProps = {
  id: number;
  onNext: (() => void) | null;
  /** Where answers can be taken back for a moment: called with the sent one. */
  onSent?: (id: number, text: string) => void;
};

/** One question with its advertisement, its history and the answer form. */
export function QuestionThread({ id, ...acts }: QuestionThreadProps) {
  const result = useApi(api.presales.detail, { params: { id } });
  if (!result.data)
    return result.error ? (
      <ErrorState
        failure={result.error}
        title={actMessage('failures', 'presales.detail') ?? ''}
        retry={() => void result.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    );
  return <Thread question={result.data} {...acts} />;
}

function Thread({
  question,
  onNext,
  onSent,
}: Omit<QuestionThreadProps, 'id'> & { question: QuestionDetail }) {
  const { t } = useTranslation('marketplaces');
  const { can } = useSession();
  const { answer, reply } = question;
  const { status } = question;
  const answers = can('presales.answer') && canAct(questionActs, 'answer', question.state);
  const frame = useKeptFocus(question.id, answers);
  const takeBack = useTakeBack();
  const said = question.onHold
    ? t('questions.onHold')
    : status === 'unanswered' || status === 'answered'
      ? null
      : t(`questions.statuses.${status}`);
  return (
    <div ref={frame} className={classes.thread} tabIndex={-1}>
      <Subject question={question} />
      <article className={classes.said} data-by="buyer" aria-label={t('questions.buyer')}>
        <p>{question.text || t('questions.emptied')}</p>
        <footer className={classes.rowFoot}>
          <TimeSince at={question.askedAt} waits={needsPerson(question.state)} />
          <Instant value={question.askedAt} />
          <StateBadge {...questionBadges[question.state]} label={t(`questions.states.${question.state}`)} />
        </footer>
      </article>
      {said && <Text size="sm">{said}</Text>}
      {answer && (
        <article className={classes.said} data-by="seller" aria-label={t('questions.seller')}>
          <p>{answer.removed ? t('questions.answerRemoved') : answer.text}</p>
          <footer className={classes.rowFoot}>
            <Instant value={answer.at} />
          </footer>
        </article>
      )}
      {reply?.state === 'sending' && !answer && (
        <article
          className={classes.said}
          data-by="seller"
          aria-label={t('questions.seller')}
          aria-live="polite"
        >
          <p>{reply.text}</p>
          <footer className={`${classes.rowFoot} ${classes.quiet}`}>
            {t('questions.sending')}
            {reply.canTakeBack && can('presales.answer') && (
              <Anchor component="button" type="button" onClick={() => void takeBack(question.id, reply.text)}>
                {t('questions.takeBack')}
              </Anchor>
            )}
          </footer>
        </article>
      )}
      {reply?.state === 'refused' && reply.reason && (
        <Alert
          mt="xs"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('questions.refusedTitle')}
        >
          <Text size="sm">{t(`questions.reasons.${reply.reason}`)}</Text>
          {reply.detail && <Text size="sm">{t('questions.remoteWords', { detail: reply.detail })}</Text>}
        </Alert>
      )}
      {answers ? (
        <AnswerForm question={question} onNext={onNext} {...(onSent && { onSent })} />
      ) : (
        onNext && (
          <div>
            <Anchor component="button" type="button" onClick={onNext} title={t('questions.nextHint')}>
              {t('questions.next')}
            </Anchor>
          </div>
        )
      )}
      <FormerQuestions former={question.former} />
    </div>
  );
}

/** The advertisement in question: picture, name, price, availability and the listing. */
function Subject({ question }: { question: QuestionDetail }) {
  const { t } = useTranslation('marketplaces');
  const { publication } = question;
  return (
    <header className={classes.subject}>
      <Thumbnail image={publication?.image ?? null} size={72} />
      <div className={classes.rowText}>
        <Title order={2}>{publication?.name ?? t('questions.unlinked', { item: question.item })}</Title>
        <Facts
          facts={[
            [t('questions.account'), question.account.name],
            ...(publication
              ? ([
                  [t('questions.price'), <Money key="price" value={publication.priceCentavos} />],
                  [
                    t('questions.stock'),
                    <WhyQuantity
                      key="stock"
                      of={{ publication: publication.id, remoteItem: question.item }}
                      value={publication.stock}
                      name={publication.name}
                    />,
                  ],
                ] as const)
              : []),
          ]}
        />
        {publication && (
          <span className={classes.rowFoot}>
            <Anchor component={Link} to={paths.advertisements.advertisement(publication.advertisement)}>
              {t('questions.openPublication')}
            </Anchor>
            {/^https?:/.test(publication.link) && (
              <Anchor href={publication.link} target="_blank" rel="noreferrer">
                {t('questions.openListing')} <IconExternalLink size={14} aria-hidden />
              </Anchor>
            )}
          </span>
        )}
        {publication && publication.variations.length > 1 && (
          <Variations variations={publication.variations} />
        )}
      </div>
    </header>
  );
}

type Variation = NonNullable<QuestionDetail['publication']>['variations'][number];

/** Price and stock of each variation, since many questions ask for one of them. */
function Variations({ variations }: { variations: readonly Variation[] }) {
  const { t } = useTranslation('marketplaces');
  return (
    <div className={classes.variations}>
      <Table aria-label={t('questions.variations')} verticalSpacing={2} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('questions.variation')}</Table.Th>
            <Table.Th ta="right">{t('questions.price')}</Table.Th>
            <Table.Th ta="right">{t('questions.stock')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {variations.map(({ id, name, priceCentavos, stock }) => (
            <Table.Tr key={id}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">
                <Money value={priceCentavos} />
              </Table.Td>
              <Table.Td ta="right">{formatQuantity(stock)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
