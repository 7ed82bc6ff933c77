import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { ReviewRow } from '#contract/marketplaces/review.ts';
import { useTranslation } from '../../i18n.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { useSession } from '../../use-session.ts';

/** The way to answer a review, where its marketplace takes an answer; otherwise why there is none. */
export function ReviewAnswer({ review }: { review: ReviewRow }) {
  const { t } = useTranslation('marketplaces');
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  if (review.reply?.state === 'sending') return <Text size="sm">{t('reviews.onItsWay')}</Text>;
  if (review.longestAnswer === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('reviews.notTaken')}
      </Text>
    );
  if (!can('reviews.answer')) return null;
  return (
    <>
      {review.reply?.reason && (
        <Text size="sm" c="var(--easy-bad-text)">
          {t(`chats.reasons.${review.reply.reason}`)} {review.reply.detail}
        </Text>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('reviews.answer')}
      </Button>
      {open && <AnswerDialog review={review} onClose={() => setOpen(false)} />}
    </>
  );
}

function AnswerDialog({ review, onClose }: { review: ReviewRow; onClose: () => void }) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const form = useForm({
    endpoint: api.reviews.answer,
    initial: { text: review.reply?.text ?? '' },
    send: ({ text }) => ({ params: { id: review.id }, body: { text } }),
    onSaved: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('reviews.answer')}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          <Text size="sm">{review.text || review.title}</Text>
          <NotesField
            {...form.field('text')}
            label={t('reviews.answerOf')}
            description={t('chats.messageHint', { count: review.longestAnswer })}
            required
            rows={3}
          />
          <DialogSubmit form={form} label={t('reviews.send')} />
        </Stack>
      </Form>
    </Modal>
  );
}
