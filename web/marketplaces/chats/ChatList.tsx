import { Skeleton } from '@mantine/core';
import type { ChatRow } from '#contract/marketplaces/chat.ts';
import type { Page } from '#contract/primitives.ts';
import type { Failure } from '../../api.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { EmptyState, ErrorState } from '../../ui/page/EmptyState.tsx';
import { Link } from '../../ui/page/navigation.tsx';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { type ListState, useLastPage, useLeavingOut } from '../../ui/table/list-state.ts';
import { TablePager } from '../../ui/table/TablePager.tsx';
import classes from '../questions/Questions.module.css';
import { chatBadges, chatIcons } from './chat-badges.ts';
import { DueTime } from './DueTime.tsx';

type ChatListProps = {
  list: ListState;
  result: { data: Page<ChatRow> | undefined; error: Failure | null; refetch: () => unknown };
  /** The one whose thread is beside. */
  chosen: number | undefined;
  linkTo: (id: number) => string;
  /** What is asked for is those that wait, and nothing besides narrows it. */
  isInbox: boolean;
};

/** The threads of a page, one below the other, each the way to what was said in it. */
export function ChatList({ list, result, chosen, linkTo, isInbox }: ChatListProps) {
  const { t } = useTranslation('marketplaces');
  useLastPage(list, result.data);
  const leaving = useLeavingOut(list, result.error);
  if (!result.data)
    return result.error && !leaving ? (
      <ErrorState
        failure={result.error}
        title={actMessage('failures', 'chats.list') ?? ''}
        retry={() => void result.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    );
  const { items } = result.data;
  if (items.length === 0)
    return isInbox ? (
      <EmptyState title={t('chats.nothingOpen')} hint={t('chats.nothingOpenHint')} />
    ) : (
      <EmptyState title={t('chats.empty')} hint={t('chats.emptyHint')} />
    );
  return (
    <>
      <ul className={classes.rows} aria-label={t('chats.list')}>
        {items.map((row) => (
          <li key={row.id}>
            <Link
              to={linkTo(row.id)}
              className={classes.row}
              aria-current={row.id === chosen ? 'true' : undefined}
            >
              <Row row={row} />
            </Link>
          </li>
        ))}
      </ul>
      <TablePager list={list} page={result.data} />
    </>
  );
}

function Row({ row }: { row: ChatRow }) {
  const { t } = useTranslation('marketplaces');
  const Icon = chatIcons[row.kind];
  const subject = row.sale
    ? `${t('chats.ofSale', { number: row.sale.number })} · ${row.sale.items}`
    : (row.publication?.name ?? '');
  return (
    <>
      <Icon size={22} aria-hidden />
      <span className={classes.rowText}>
        <span className={classes.rowFoot}>
          <strong>{t(`chats.kinds.${row.kind}`)}</strong>
          {row.dueAt && row.state !== 'closed' ? (
            <DueTime at={row.dueAt} given={row.dueGiven} />
          ) : (
            <Instant value={row.lastAt} />
          )}
        </span>
        <span className={classes.excerpt}>{row.excerpt || t('chats.nothingSaid')}</span>
        <span className={classes.quiet}>
          {[subject, row.account?.name ?? t('chats.manual')].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.rowFoot}>
          <ChatBadge row={row} />
        </span>
      </span>
    </>
  );
}

/** Where a thread stands; what we said and did not get there says so. */
export function ChatBadge({ row }: { row: Pick<ChatRow, 'state' | 'sending'> }) {
  const { t } = useTranslation('marketplaces');
  if (row.sending === 'refused' && row.state === 'waiting_us')
    return <StateBadge {...chatBadges.waiting_us} tone="bad" label={t('chats.refused')} />;
  if (row.sending === 'sending' && row.state === 'open')
    return <StateBadge {...chatBadges.open} label={t('chats.sending')} />;
  return <StateBadge {...chatBadges[row.state]} label={t(`chats.states.${row.state}`)} />;
}
