import type { ChatRow } from '#contract/marketplaces/chat.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { StateBadge } from '../../ui/page/StateBadge.tsx';
import { Instant } from '../../ui/page/values.tsx';
import classes from '../questions/Questions.module.css';
import { ThreadList, type ThreadListProps } from '../ThreadList.tsx';
import { chatBadges, chatIcons } from './chat-badges.ts';
import { DueTime } from './DueTime.tsx';

/** The chats of a page. */
export function ChatList(props: ThreadListProps<ChatRow>) {
  const { t } = useTranslation('marketplaces');
  return (
    <ThreadList
      {...props}
      words={{
        label: t('chats.list'),
        failed: actMessage('failures', 'chats.list'),
        nothingOpen: { title: t('chats.nothingOpen'), hint: t('chats.nothingOpenHint') },
        empty: { title: t('chats.empty'), hint: t('chats.emptyHint') },
      }}
    >
      {(row) => <Row row={row} />}
    </ThreadList>
  );
}

function Row({ row }: { row: ChatRow }) {
  const { t } = useTranslation('marketplaces');
  const Icon = chatIcons[row.kind];
  const subject = row.sale
    ? `${t('chats.ofSale', { number: row.sale.id })} · ${row.sale.items}`
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

/** State of a thread; a message that was not delivered is marked. */
export function ChatBadge({ row }: { row: Pick<ChatRow, 'state' | 'sending'> }) {
  const { t } = useTranslation('marketplaces');
  if (row.sending === 'refused' && row.state === 'waiting_us')
    return <StateBadge {...chatBadges.waiting_us} tone="bad" label={t('chats.refused')} />;
  if (row.sending === 'sending' && row.state === 'open')
    return <StateBadge {...chatBadges.open} label={t('chats.sending')} />;
  return <StateBadge {...chatBadges[row.state]} label={t(`chats.states.${row.state}`)} />;
}
