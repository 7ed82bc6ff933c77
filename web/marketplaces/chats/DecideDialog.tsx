import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type ChatAction, type ChatDetail, maxClaimPhotos } from '#contract/marketplaces/chat.ts';
import { type ClaimAct, returnActs } from '#contract/marketplaces/chat-states.ts';
import { formatMoney } from '#contract/money.ts';
import { useTranslation } from '../../i18n.ts';
import { useKeptPictures } from '../../products/images/image-upload.ts';
import { filesOf } from '../../products/images/picture-parts.ts';
import { MoneyField } from '../../ui/form/brazilian-fields.tsx';
import { DialogSubmit } from '../../ui/form/DialogSubmit.tsx';
import { Form } from '../../ui/form/Form.tsx';
import type { FlatErrors } from '../../ui/form/field-errors.ts';
import { useForm } from '../../ui/form/form-state.ts';
import { ImagesField } from '../../ui/form/ImagesField.tsx';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { NotesField } from '../../ui/form/NotesField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';

export type Decided = ChatAction & { act: ClaimAct };
type DecideDialogProps = { chat: ChatDetail; action: Decided; onClose: () => void };

type Values = {
  choice: string | null;
  amountCentavos: number | null;
  text: string;
  units: { lineId: number; quantity: number | null }[];
  photos: ImageItem[];
};

/** The lines of the sale of which a person says how many come back; none where the marketplace says it itself. */
function askedLines({ claim, sale }: ChatDetail, act: ClaimAct) {
  const isAsked = claim?.units === null && returnActs.some((one) => one === act);
  const lines = isAsked ? (sale?.lines ?? []) : [];
  return lines.some(({ quantity }) => quantity > 1) || lines.length > 1 ? lines : [];
}

const choiceLabels: Partial<Record<ClaimAct, 'refund_part' | 'contest_return'>> = {
  refund_part: 'refund_part',
  contest_return: 'contest_return',
  open_dispute: 'contest_return',
};

/** One thing that the marketplace allows about a claim, with what it asks for: a choice, a sum, words, photos. */
export function DecideDialog({ chat, action, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const keep = useKeptPictures();
  const [clientId] = useState(() => crypto.randomUUID());
  const [only, ...others] = action.choices;
  const choice = only && others.length === 0 ? only.id : null;
  const lines = askedLines(chat, action.act);
  const units = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
  const initial: Values = { choice, amountCentavos: null, text: '', units, photos: [] };
  const form = useForm({
    endpoint: api.postsales.decide,
    initial,
    send: ({ choice, amountCentavos, text, units, photos }) => ({
      params: { id: chat.id },
      body: {
        ...{ act: action.act, choice, amountCentavos, text, clientId },
        ...(units.length > 0 && {
          units: units.map(({ lineId, quantity }) => ({ lineId, quantity: quantity ?? 0 })),
        }),
      },
      ...filesOf(photos),
    }),
    check: ({ text }): FlatErrors =>
      text.length > chat.longest ? { text: t('questions.over', { count: text.length - chat.longest }) } : {},
    onSaved: onClose,
  });
  const chosen = action.choices.find(({ id }) => id === form.values.choice);
  const takesPhotos = action.act === 'contest_return' || action.choices.some(({ needsPhoto }) => needsPhoto);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`chats.acts.${action.act}`)}
      closeButtonProps={{ 'aria-label': t('ui:act.close') }}
    >
      <Form form={form} guard={false}>
        <Stack>
          {action.act !== 'message_buyer' && action.act !== 'message_mediator' && (
            <Text size="sm">{t(`chats.sure.${action.act}`)}</Text>
          )}
          {action.choices.length > 0 && (
            <SelectField
              {...form.field('choice')}
              label={t(`chats.choice.${choiceLabels[action.act] ?? 'other'}`)}
              required
              options={action.choices.map(({ id, name, amount }) => ({
                value: id,
                label: amount === null ? name : `${name} · ${formatMoney(amount)}`,
              }))}
            />
          )}
          {action.amount && (
            <MoneyField
              {...form.field('amountCentavos')}
              label={t('chats.amount')}
              description={t('chats.amountBetween', {
                from: formatMoney(action.amount.from),
                to: formatMoney(action.amount.to),
              })}
              required
            />
          )}
          {lines.map((line, index) => (
            <NumberField
              key={line.id}
              {...form.field(`units.${index}.quantity`)}
              label={t('chats.comesBack', { title: line.title })}
              description={t('chats.comesBackHint', { count: line.quantity })}
              max={line.quantity}
              required
            />
          ))}
          {action.text !== 'none' && (
            <NotesField
              {...form.field('text')}
              label={t('chats.text')}
              description={t('chats.textHint', { count: chat.longest })}
              required={action.text === 'required'}
              rows={3}
            />
          )}
          {takesPhotos && (
            <ImagesField
              {...form.field('photos')}
              label={t('chats.photos')}
              description={chosen?.needsPhoto ? t('chats.photosNeeded') : undefined}
              upload={keep}
              max={maxClaimPhotos}
              camera
            />
          )}
          <DialogSubmit form={form} label={t('chats.decide')} />
        </Stack>
      </Form>
    </Modal>
  );
}
