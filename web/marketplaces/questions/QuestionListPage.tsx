import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { leaveOut } from '#contract/filter.ts';
import { api } from '#contract/index.ts';
import { type QuestionRow, questionFilter, questionSorts } from '#contract/marketplaces/question.ts';
import { openQuestionStates, questionStates } from '#contract/marketplaces/question-states.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { StatusTabs } from '../../ui/filter/StatusTabs.tsx';
import { lazyWithFallback } from '../../ui/lazy-with-fallback.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { type Chosen, useRowSelection } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import { useInboxTab, useOpenThread } from '../inbox-choice.ts';
import { QuestionList } from './QuestionList.tsx';
import classes from './Questions.module.css';
import { QuestionThread } from './QuestionThread.tsx';

const AnswerManyDialog = lazyWithFallback(() => import('./AnswerManyDialog.tsx'));

const tabs = {
  open: { always: `state:${openQuestionStates.join(',')}`, sort: 'asked' },
  answered: { always: 'state:answered', sort: '-asked' },
  all: { always: '', sort: '-asked' },
} as const;

/**
 * One inbox for all accounts, the longest waiting first, with the open thread beside it, or alone on a narrow screen.
 */
export default function QuestionListPage() {
  const { t } = useTranslation('marketplaces');
  const go = useGo();
  const { can } = useSession();
  const { search, tab } = useInboxTab(tabs, 'open');
  const list = useListState({ fields: questionFilter, sorts: questionSorts, ...tabs[tab] });
  const found = useApi(api.presales.list, { query: list.query });
  const others = leaveOut(list.kept.query, ['state']).text || undefined;
  const counts = useApi(api.presales.counts, { query: { query: others } });
  const threads = useApi(api.chats.counts, {});
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const rows = found.data?.items ?? [];
  const thread = useOpenThread({ rows, query: list.query, search, pathOf: paths.presales.question });
  const [answering, setAnswering] = useState<Chosen<QuestionRow> | null>(null);
  const selection = useRowSelection<QuestionRow>({
    kind: 'questions',
    list,
    page: found.data,
    everything: false,
    nameOf: ({ text }) => text,
  });
  const waiting = counts.data && counts.data.waiting + counts.data.refused;
  return (
    <Page
      title={t('questions.title')}
      trail={[
        { label: t('chats.title'), to: paths.chats.list() },
        ...(thread.isAlone ? [{ label: t('questions.back'), to: paths.presales.list(search) }] : []),
      ]}
    >
      <div className={classes.inbox} data-thread={thread.isAlone}>
        <section className={classes.listPane} aria-label={t('questions.title')}>
          <StatusTabs
            label={t('questions.state')}
            tabs={[
              { key: 'open', label: t('questions.tabs.open'), count: waiting },
              { key: 'answered', label: t('questions.tabs.answered') },
              { key: 'all', label: t('questions.tabs.all') },
            ]}
            links={[
              {
                label: t('chats.title'),
                count: threads.data?.waiting,
                to: paths.chats.list(),
                chosen: false,
              },
            ]}
            chosen={tab}
            onChoose={(key) =>
              go(paths.presales.list({ tab: key === 'open' ? undefined : key, query: others }))
            }
          />
          <FilterBar
            list={list}
            placeholder={t('questions.search')}
            controls={[
              {
                field: 'account',
                label: t('questions.account'),
                options: (accounts.data?.items ?? []).map(({ id: value, name }) => ({
                  value: String(value),
                  label: name,
                })),
              },
              { field: 'publication', label: t('questions.publication'), options: publicationsOf(rows) },
              ...(tab === 'all'
                ? [
                    {
                      field: 'state',
                      label: t('questions.state'),
                      options: questionStates.map((value) => ({
                        value,
                        label: t(`questions.states.${value}`),
                      })),
                    },
                  ]
                : []),
              { field: 'asked', label: t('questions.asked') },
            ]}
          />
          <QuestionList
            list={list}
            result={found}
            chosen={thread.chosen}
            linkTo={thread.linkTo}
            isInbox={tab === 'open' && !list.filtered}
            unconnected={accounts.data?.total === 0}
            {...(can('presales.answer') && {
              selection: {
                of: selection,
                nameOf: ({ text }) => text,
                actions: [
                  {
                    key: 'answer',
                    label: t('questions.answerSelected'),
                    icon: IconSend,
                    run: () => setAnswering(selection.chosen),
                  },
                ],
              },
            })}
          />
        </section>
        <section className={classes.threadPane} aria-label={t('questions.one')}>
          {thread.chosen === undefined ? (
            <p className={classes.quiet}>{t('questions.choose')}</p>
          ) : (
            <QuestionThread
              key={thread.chosen}
              id={thread.chosen}
              onNext={thread.onNext}
              onSent={thread.onSent}
            />
          )}
        </section>
      </div>
      {answering && <AnswerManyDialog chosen={answering} onClose={() => setAnswering(null)} />}
    </Page>
  );
}

function publicationsOf(rows: readonly QuestionRow[]) {
  const names = new Map(
    rows.flatMap(({ publication }) => (publication ? [[publication.id, publication.name] as const] : [])),
  );
  return [...names].map(([value, label]) => ({ value: String(value), label }));
}
