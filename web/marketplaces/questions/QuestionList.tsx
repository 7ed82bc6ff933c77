import { Skeleton } from '@mantine/core';
import type { QuestionRow } from '#contract/marketplaces/question.ts';
import { openQuestionStates, type QuestionState } from '#contract/marketplaces/question-states.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../../api.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { Thumbnail } from '../../products/Thumbnail.tsx';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { type ListState, useLastPage, useLeavingOut } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import classes from './Questions.module.css';
import { questionBadges } from './question-badges.ts';
import { TimeSince } from './TimeSince.tsx';

export const asksForSomebody = (state: QuestionState) => openQuestionStates.some((open) => open === state);

type QuestionListProps = {
  list: ListState;
  result: { data: Page<QuestionRow> | undefined; error: Failure | null; refetch: () => unknown };
  /** The one whose thread is beside. */
  chosen: number | undefined;
  linkTo: (id: number) => string;
  /** What is asked for is those that wait, and nothing besides narrows it. */
  isInbox: boolean;
};

/** The questions of a page, one below the other, each the way to its thread. */
export function QuestionList({ list, result, chosen, linkTo, isInbox }: QuestionListProps) {
  const { t } = useTranslation('marketplaces');
  useLastPage(list, result.data);
  const leaving = useLeavingOut(list, result.error);
  if (!result.data)
    return result.error && !leaving ? (
      <ErrorState
        failure={result.error}
        title={actMessage('failures', 'presales.list') ?? ''}
        retry={() => void result.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    );
  const { items } = result.data;
  if (items.length === 0)
    return isInbox ? (
      <EmptyState title={t('questions.nothingOpen')} hint={t('questions.nothingOpenHint')} />
    ) : (
      <EmptyState title={t('questions.empty')} hint={t('questions.emptyHint')} />
    );
  return (
    <>
      <ul className={classes.rows} aria-label={t('questions.list')}>
        {items.map((row) => (
          <li key={row.id}>
            <Link
              to={linkTo(row.id)}
              className={classes.row}
              aria-current={row.id === chosen ? 'true' : undefined}
            >
              <Thumbnail image={row.publication?.image ?? null} size={44} />
              <span className={classes.rowText}>
                <span className={classes.excerpt}>{row.text || t('questions.emptied')}</span>
                <span className={classes.quiet}>
                  {row.publication?.name ?? t('questions.unlinked', { item: row.item })} · {row.account.name}
                </span>
                <span className={classes.rowFoot}>
                  <TimeSince at={row.askedAt} waits={asksForSomebody(row.state)} />
                  <StateBadge {...questionBadges[row.state]} label={t(`questions.states.${row.state}`)} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <TablePager list={list} page={result.data} />
    </>
  );
}
