import type { QuestionRow } from '#contract/marketplaces/question.ts';
import { openQuestionStates, type QuestionState } from '#contract/marketplaces/question-states.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { Thumbnail } from '../../products/Thumbnail.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { ThreadList, type ThreadListProps } from '../ThreadList.tsx';
import classes from './Questions.module.css';
import { questionBadges } from './question-badges.ts';
import { TimeSince } from './TimeSince.tsx';

export const needsPerson = (state: QuestionState) => openQuestionStates.some((open) => open === state);

/** The questions of a page. */
export function QuestionList(props: ThreadListProps<QuestionRow>) {
  const { t } = useTranslation('marketplaces');
  return (
    <ThreadList
      {...props}
      words={{
        label: t('questions.list'),
        failed: actMessage('failures', 'presales.list'),
        nothingOpen: { title: t('questions.nothingOpen'), hint: t('questions.nothingOpenHint') },
        empty: { title: t('questions.empty'), hint: t('questions.emptyHint') },
      }}
    >
      {(row) => (
        <>
          <Thumbnail image={row.publication?.image ?? null} size={44} />
          <span className={classes.rowText}>
            <span className={classes.excerpt}>{row.text || t('questions.emptied')}</span>
            <span className={classes.quiet}>
              {row.publication?.name ?? t('questions.unlinked', { item: row.item })} · {row.account.name}
            </span>
            <span className={classes.rowFoot}>
              <TimeSince at={row.askedAt} waits={needsPerson(row.state)} />
              <StateBadge {...questionBadges[row.state]} label={t(`questions.states.${row.state}`)} />
            </span>
          </span>
        </>
      )}
    </ThreadList>
  );
}
