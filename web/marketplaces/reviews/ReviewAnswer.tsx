import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields } from '#contract/marketplaces/answer-template.ts';
import type { ReviewRow } from '#contract/marketplaces/review.ts';
import { useTranslation } from '../../i18n.ts';
import { useApi } from '../../queries.ts';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import type { FlatErrors } from '../../ui/form/field-errors.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { useSession } from '../../use-session.ts';
import { GivenAnswers } from '../GivenAnswers.tsx';
import { TemplateChoice } from '../questions/TemplateChoice.tsx';

/** The form to answer a review if its marketplace takes answers, otherwise the reason. */
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
    check: ({ text }): FlatErrors => {
      const open = openFields(text);
      return open.length > 0 ? { text: t('questions.sendOpen', { fields: open.join(', ') }) } : {};
    },
    onSaved: onClose,
  });
  const given = useGivenTo(review);
  const product = review.publication?.name ?? null;
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
            description={t('chats.textHint', { count: review.longestAnswer })}
            required
            rows={3}
          />
          <Group justify="flex-end">
            <TemplateChoice
              onChoose={({ text }) =>
                form.set('text', fillTemplate(text, { product, account: review.account.name }))
              }
            />
          </Group>
          <GivenAnswers given={given} onTake={(text) => form.set('text', text)} />
          <DialogSubmit form={form} label={t('reviews.send')} />
        </Stack>
      </Form>
    </Modal>
  );
}

const mostGiven = 5;

/** Answers to reviews with the same rating, those of the same product first. */
function useGivenTo({ id, rating, publication }: ReviewRow) {
  const query = `answered:true rating:${rating}`;
  const found = useApi(api.reviews.list, { query: { query, sort: '-written', size: '50' } });
  const given = (found.data?.items ?? []).flatMap((one) =>
    one.answer && one.id !== id
      ? {
          id: one.id,
          question: one.text || one.title,
          answer: one.answer.text,
          sameProduct: publication !== null && one.publication?.advertisement === publication.advertisement,
        }
      : [],
  );
  return given
    .toSorted((one, other) => Number(other.sameProduct) - Number(one.sameProduct))
    .filter(({ answer }, place, all) => all.findIndex((one) => one.answer === answer) === place)
    .slice(0, mostGiven);
}
