import { Alert, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useCancelReason } from '../../orders/remote-reason.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import classes from '../questions/Questions.module.css';
import { QuestionThread } from '../questions/QuestionThread.tsx';
import { ChatBadge } from './ChatList.tsx';
import { ClaimPanel } from './ClaimPanel.tsx';
import { DueTime } from './DueTime.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { SaleBeside } from './SaleBeside.tsx';
import { WriteForm } from './WriteForm.tsx';

type ChatThreadProps = { id: number; onNext: (() => void) | null };

/** One thread with its subject, its messages and the possible acts. */
export function ChatThread({ id, onNext }: ChatThreadProps) {
  const result = useApi(api.chats.detail, { params: { id } });
  if (!result.data)
    return result.error ? (
      <ErrorState
        failure={result.error}
        title={actMessage('failures', 'chats.detail') ?? ''}
        retry={() => void result.refetch()}
      />
    ) : (
      <Skeleton height={420} />
    );
  const { questionId } = result.data;
  return questionId === null ? (
    <Thread chat={result.data} onNext={onNext} />
  ) : (
    <QuestionThread id={questionId} onNext={onNext} />
  );
}

function Thread({ chat, onNext }: { chat: ChatDetail; onNext: (() => void) | null }) {
  const { t } = useTranslation('marketplaces');
  const { can } = useSession();
  return (
    <div className={classes.thread}>
      <SaleBeside chat={chat} />
      <div className={classes.rowFoot}>
        <strong>{t(`chats.kinds.${chat.kind}`)}</strong>
        <ChatBadge row={chat} />
        {chat.dueAt && chat.state !== 'closed' && <DueTime at={chat.dueAt} given={chat.dueGiven} />}
      </div>
      {chat.claim && <ClaimFacts claim={chat.claim} />}
      <Messages chat={chat} />
      {chat.block && (
        <Alert color="gray" icon={<IconLock aria-hidden />}>
          <Text size="sm">{t(`chats.blocks.${chat.block}`)}</Text>
        </Alert>
      )}
      {chat.claim && <ClaimPanel chat={chat} claim={chat.claim} />}
      {chat.mayWrite && can('chats.answer') && <WriteForm chat={chat} onNext={onNext} />}
      {!chat.mayWrite && chat.kind === 'message' && !chat.block && (
        <Text size="sm" c="dimmed">
          {t('chats.cannotWrite')}
        </Text>
      )}
    </div>
  );
}

/** Why there is a claim, and its consequence for the seller. */
function ClaimFacts({ claim }: { claim: NonNullable<ChatDetail['claim']> }) {
  const { t } = useTranslation('marketplaces');
  const reasonIn = useCancelReason();
  return (
    <div className={classes.rowText}>
      {claim.reason && <Text fw={600}>{reasonIn(claim.reason)}</Text>}
      {claim.detail && <Text size="sm">{claim.detail}</Text>}
      {claim.mediated && <Text size="sm">{t('chats.mediated')}</Text>}
      {claim.spareUntil ? (
        <Text size="sm">{t('chats.spareUntil', { at: formatInstant(claim.spareUntil) })}</Text>
      ) : (
        claim.affectsReputation !== null && (
          <Text size="sm" c="dimmed">
            {t(claim.affectsReputation ? 'chats.affects' : 'chats.spared')}
          </Text>
        )
      )}
      {claim.outcome && <Text size="sm">{t('chats.outcome', { outcome: claim.outcome })}</Text>}
    </div>
  );
}

function Messages({ chat }: { chat: ChatDetail }) {
  const { t } = useTranslation('marketplaces');
  if (chat.messages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('chats.nothingSaid')}
      </Text>
    );
  return chat.messages.map((message) => (
    <article
      key={message.id}
      className={classes.said}
      data-by={message.author}
      aria-label={t(`chats.${message.author}`)}
      aria-live={message.sending === 'sending' ? 'polite' : undefined}
    >
      <p>
        {message.act && <strong>{t(`chats.done.${message.act}`)} </strong>}
        {message.withheld ? t('chats.withheld') : message.text}
      </p>
      <MessageFiles chatId={chat.id} files={message.files} />
      <footer className={classes.rowFoot}>
        <span className={classes.quiet}>{message.by ?? t(`chats.${message.author}`)}</span>
        <Instant value={message.at} />
        {message.sending === 'sending' && <span className={classes.quiet}>{t('chats.onItsWay')}</span>}
      </footer>
      {message.sending === 'refused' && message.reason && (
        <Alert mt="xs" color="red" icon={<IconAlertTriangle aria-hidden />} title={t('chats.refusedTitle')}>
          <Text size="sm">{t(`chats.reasons.${message.reason}`)}</Text>
          {message.detail && <Text size="sm">{t('questions.remoteWords', { detail: message.detail })}</Text>}
        </Alert>
      )}
    </article>
  ));
}
