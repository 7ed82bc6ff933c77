import { IconCheck } from '@tabler/icons-react';
import { leaveOut } from '#contract/filter.ts';
import { api } from '#contract/index.ts';
import { type ChatRow, chatFilter, chatSorts } from '#contract/marketplaces/chat.ts';
import { chatKinds, chatStates } from '#contract/marketplaces/chat-states.ts';
import { useAct } from '../../acts.ts';
import { useTranslation } from '../../i18n.ts';
import { paths } from '../../paths.ts';
import { useApi } from '../../queries.ts';
import { FilterBar } from '../../ui/filter/FilterBar.tsx';
import { StatusTabs } from '../../ui/filter/StatusTabs.tsx';
import { useGo } from '../../ui/page/navigation.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { useRowSelection } from '../../ui/table/row-selection.ts';
import { useSession } from '../../use-session.ts';
import { useInboxTab, useOpenThread } from '../inbox-choice.ts';
import classes from '../questions/Questions.module.css';
import { ChatList } from './ChatList.tsx';
import { ChatThread } from './ChatThread.tsx';

const tabs = {
  us: { always: 'state:waiting_us', sort: 'due' },
  buyer: { always: 'state:waiting_buyer', sort: '-last' },
  open: { always: 'state:open,blocked', sort: '-last' },
  closed: { always: 'state:closed', sort: '-last' },
  all: { always: '', sort: '-last' },
} as const;
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

/**
 * One inbox for all accounts, the most urgent thread first, with the open thread beside it, or alone on a narrow
 * screen.
 */
export default function ChatListPage() {
  const { t } = useTranslation('marketplaces');
  const go = useGo();
  const { can } = useSession();
  const { search, tab } = useInboxTab(tabs, 'us');
  const list = useListState({ fields: chatFilter, sorts: chatSorts, ...tabs[tab] });
  const found = useApi(api.chats.list, { query: list.query });
  const others = leaveOut(list.kept.query, ['state']).text || undefined;
  const counts = useApi(api.chats.counts, { query: { query: others } });
  const questions = useApi(api.presales.counts, {}).data;
  const accounts = useApi(api.marketplaceAccounts.list, { query: { size: '100' } });
  const rows = found.data?.items ?? [];
  const thread = useOpenThread({ rows, query: list.query, search, pathOf: paths.chats.chat });
  const selection = useRowSelection<ChatRow>({
    kind: 'chats',
    list,
    page: found.data,
    everything: false,
    nameOf,
  });
  const mark = useAct(api.chats.markHandled, { success: false });
  const markSelected = async () => {
    const { chosen: picked } = selection;
    const ids = picked.rows.map((row) => row.id);
    const marked = await mark.run({ body: { ids, handled: true } });
    if (!marked.ok) return;
    picked.settle(marked.response, t('chats.markedHandled'), async () => {
      const taken = await mark.run({ body: { ids: marked.response.done, handled: false } });
      return taken.ok ? taken.response : null;
    });
  };
  const options = <K extends string>(values: readonly K[], label: (value: K) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <Page
      title={t('chats.title')}
      trail={thread.isAlone ? [{ label: t('chats.back'), to: paths.chats.list(search) }] : []}
    >
      <div className={classes.inbox} data-thread={thread.isAlone}>
        <section className={classes.listPane} aria-label={t('chats.title')}>
          <StatusTabs
            label={t('chats.state')}
            tabs={tabNames.map((key) => ({
              key,
              label: t(`chats.tabs.${key}`),
              ...(key === 'us' && { count: counts.data?.waiting }),
            }))}
            links={[
              {
                label: t('questions.title'),
                count: questions && questions.waiting + questions.refused,
                to: paths.presales.list(),
                chosen: false,
              },
            ]}
            chosen={tab}
            onChoose={(key) => go(paths.chats.list({ tab: key === 'us' ? undefined : key, query: others }))}
          />
          <FilterBar
            list={list}
            placeholder={t('chats.search')}
            controls={[
              {
                field: 'kind',
                label: t('chats.kind'),
                options: options(chatKinds, (value) => t(`chats.kinds.${value}`)),
              },
              {
                field: 'account',
                label: t('chats.account'),
                options: (accounts.data?.items ?? []).map(({ id: value, name }) => ({
                  value: String(value),
                  label: name,
                })),
              },
              ...(tab === 'all'
                ? [
                    {
                      field: 'state',
                      label: t('chats.state'),
                      options: options(chatStates, (value) => t(`chats.states.${value}`)),
                    },
                  ]
                : []),
              { field: 'due', label: t('chats.due') },
              { field: 'opened', label: t('chats.opened') },
            ]}
          />
          <ChatList
            list={list}
            result={found}
            chosen={thread.chosen}
            linkTo={thread.linkTo}
            isInbox={tab === 'us' && !list.filtered}
            unconnected={accounts.data?.total === 0}
            {...(can('chats.answer') && {
              selection: {
                of: selection,
                nameOf,
                actions: [
                  {
                    key: 'handled',
                    label: t('chats.markHandled'),
                    icon: IconCheck,
                    pending: mark.pending,
                    run: markSelected,
                  },
                ],
              },
            })}
          />
        </section>
        <section className={classes.threadPane} aria-label={t('chats.one')}>
          {thread.chosen === undefined ? (
            <p className={classes.quiet}>{t('chats.choose')}</p>
          ) : (
            <ChatThread
              key={thread.chosen}
              id={thread.chosen}
              onNext={thread.onNext}
              onDone={thread.goNext}
              onAnswered={thread.onSent}
            />
          )}
        </section>
      </div>
    </Page>
  );
}

const nameOf = ({ excerpt, id }: ChatRow) => excerpt || String(id);
