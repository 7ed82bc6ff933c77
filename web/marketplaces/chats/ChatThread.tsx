import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { useAct } from '../../acts.ts';
import { actMessage, useTranslation } from '../../i18n.ts';
import { useCancelReason } from '../../orders/remote-reason.ts';
import { useApi } from '../../queries.ts';
import { ErrorState } from '../../ui/page/EmptyState.tsx';
import { Instant } from '../../ui/page/values.tsx';
import { useSession } from '../../use-session.ts';
import { useKeptFocus } from '../kept-focus.ts';
import classes from '../questions/Questions.module.css';
import { QuestionThread } from '../questions/QuestionThread.tsx';
import { ChatBadge } from './ChatList.tsx';
import { ClaimPanel } from './ClaimPanel.tsx';
import { DueTime } from './DueTime.tsx';
import { MessageFiles } from './MessageFiles.tsx';
import { SaleBeside } from './SaleBeside.tsx';
import { WriteForm } from './WriteForm.tsx';

type ChatThreadProps = {
  id: number;
  onNext: (() => void) | null;
  /** Called after the thread that waited for the seller was answered, or marked as needing no answer. */
  onDone: () => void;
  /** Called after its question was answered. */
  onAnswered: (question: number, text: string, thread: number) => void;
};

/** One thread with its subject, its messages and the possible acts. */
export function ChatThread({ id, onNext, onDone, onAnswered }: ChatThreadProps) {
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
    <Thread chat={result.data} onNext={onNext} onDone={onDone} />
  ) : (
    <QuestionThread
      id={questionId}
      onNext={onNext}
      onSent={(question, text) => onAnswered(question, text, id)}
    />
  );
}

type ThreadProps = Pick<ChatThreadProps, 'onNext' | 'onDone'> & { chat: ChatDetail };

function Thread({ chat, onNext, onDone }: ThreadProps) {
  const { t } = useTranslation('marketplaces');
  const { can } = useSession();
  const writes = chat.mayWrite && can('chats.answer');
  const frame = useKeptFocus(chat.id, writes);
  return (
    <div ref={frame} className={classes.thread} data-writes={writes} tabIndex={-1}>
      <SaleBeside chat={chat} />
      <div className={classes.rowFoot}>
        <strong>{t(`chats.kinds.${chat.kind}`)}</strong>
        <ChatBadge row={chat} />
        {chat.dueAt && chat.state !== 'closed' && <DueTime at={chat.dueAt} given={chat.dueGiven} />}
        {can('chats.answer') && <Handled chat={chat} onDone={onDone} />}
      </div>
      <Talk label={t('chats.messages')} count={chat.messages.length}>
        {chat.claim && <ClaimFacts claim={chat.claim} />}
        <Messages chat={chat} />
      </Talk>
      {chat.block && (
        <Alert color="gray" icon={<IconLock aria-hidden />}>
          <Text size="sm">{t(`chats.blocks.${chat.block}`)}</Text>
        </Alert>
      )}
      {chat.claim && <ClaimPanel chat={chat} claim={chat.claim} />}
      {writes && (
        <WriteForm chat={chat} onNext={onNext} {...(chat.state === 'waiting_us' && { onSent: onDone })} />
      )}
      {!chat.mayWrite && chat.kind === 'message' && !chat.block && (
        <Text size="sm" c="dimmed">
          {t('chats.cannotWrite')}
        </Text>
      )}
    </div>
  );
}

/** What was said, scrolled to the newest message, so that the answer below it is in the window. */
function Talk({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new message
  useLayoutEffect(() => {
    if (place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled by the keyboard, too
    <section ref={place} className={classes.talk} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Messages that need no answer leave the waiting ones until the buyer writes again. */
function Handled({ chat, onDone }: Omit<ThreadProps, 'onNext'>) {
  const { t } = useTranslation('marketplaces');
  const mark = useAct(api.chats.markHandled, { onSuccess: (_, { body }) => body.handled && onDone() });
  const isWaiting = chat.kind === 'message' && chat.state === 'waiting_us';
  if (!isWaiting && !chat.handled) return null;
  return (
    <>
      {chat.handled && <span className={classes.quiet}>{t('chats.handled')}</span>}
      <Button
        size="xs"
        variant="default"
        loading={mark.pending}
        onClick={() => void mark.run({ body: { ids: [chat.id], handled: !chat.handled } })}
      >
        {t(chat.handled ? 'chats.unmarkHandled' : 'chats.markHandled')}
      </Button>
    </>
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
