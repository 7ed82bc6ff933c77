import { Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import { fillTemplate, openFields } from '#contract/marketplaces/answer-template.ts';
import {
  type ChatAction,
  type ChatDetail,
  maxChatFiles,
  maxClaimPhotos,
} from '#contract/marketplaces/chat.ts';
import { type ClaimAct, returnActs } from '#contract/marketplaces/chat-states.ts';
import { i18n, useTranslation } from '../../i18n.ts';
import { keepPictures } from '../../products/images/image-upload.ts';
import { filesOf } from '../../products/images/picture-parts.ts';
import { writeMoney } from '../../quantity.ts';
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
import { GivenAnswers } from '../GivenAnswers.tsx';
import { TemplateChoice } from '../questions/TemplateChoice.tsx';
import { AttachField, attachError } from './AttachField.tsx';
import { AttachPhotos, useClaimProof } from './ClaimProof.tsx';
import { DetailFields, type DetailValues, givenDetails } from './DetailFields.tsx';
import { templateValues } from './template-values.ts';

export type Decided = ChatAction & { act: ClaimAct };
type DecideDialogProps = { chat: ChatDetail; action: Decided; onClose: () => void };

type Values = {
  choice: string | null;
  amountCentavos: number | null;
  text: string;
  units: { lineId: number; quantity: number | null }[];
  details: DetailValues;
  photos: ImageItem[];
  files: File[];
};

/** Lines of the sale whose returned quantity is typed; none if the marketplace reports it. */
function askedLines({ claim, sale }: ChatDetail, act: ClaimAct) {
  const isAsked = claim?.units === null && returnActs.some((one) => one === act);
  const lines = isAsked ? (sale?.lines ?? []) : [];
  return lines.some(({ quantity }) => quantity > 1) || lines.length > 1 ? lines : [];
}

const choiceLabels: Partial<Record<ClaimAct, 'refund_part' | 'contest_return' | 'prove_shipping'>> = {
  refund_part: 'refund_part',
  contest_return: 'contest_return',
  open_dispute: 'contest_return',
  prove_shipping: 'prove_shipping',
};

/** What the message still needs. */
const isSaid = ({ text }: ChatAction) => text !== 'none';

/** One act on a claim with the input that it requires: a choice, an amount, text, photos. */
export function DecideDialog({ chat, action, onClose }: DecideDialogProps) {
  const { t } = useTranslation(['marketplaces', 'ui']);
  const [clientId] = useState(() => crypto.randomUUID());
  const proof = useClaimProof(chat);
  const [only, ...others] = action.choices;
  const choice = only && others.length === 0 ? only.id : null;
  const lines = askedLines(chat, action.act);
  const units = lines.map(({ id, quantity }) => ({ lineId: id, quantity }));
  const initial: Values = {
    choice,
    amountCentavos: null,
    text: '',
    units,
    details: {},
    photos: [],
    files: [],
  };
  const form = useForm({
    endpoint: api.postsales.decide,
    initial,
    send: ({ choice, amountCentavos, text, units, details, photos, files }) => ({
      params: { id: chat.id },
      body: {
        ...{ act: action.act, choice, amountCentavos, text, details: givenDetails(details), clientId },
        ...(units.length > 0 && {
          units: units.map(({ lineId, quantity }) => ({ lineId, quantity: quantity ?? 0 })),
        }),
      },
      ...(files.length > 0 ? { files } : filesOf(photos)),
    }),
    check: ({ text, files }): FlatErrors => {
      const open = openFields(text);
      if (open.length > 0) return { text: t('questions.sendOpen', { fields: open.join(', ') }) };
      const over = text.length - chat.longest;
      const wrongFile = attachError(files, chat.attachable);
      return {
        ...(over > 0 && { text: t('questions.over', { count: over }) }),
        ...(wrongFile && { files: wrongFile }),
      };
    },
    onSaved: onClose,
  });
  const nameOf = (id: string, name: string) => {
    const key = `marketplaces:chats.shippingMethods.${id}`;
    return action.act === 'prove_shipping' && i18n.exists(key)
      ? i18n.t(key as 'marketplaces:chats.shippingMethods.mail')
      : name;
  };
  const chosen = action.choices.find(({ id }) => id === form.values.choice);
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
                label: amount === null ? nameOf(id, name) : `${name} · ${writeMoney(amount)}`,
              }))}
            />
          )}
          {action.amount && (
            <MoneyField
              {...form.field('amountCentavos')}
              label={t('chats.amount')}
              description={t('chats.amountBetween', {
                from: writeMoney(action.amount.from),
                to: writeMoney(action.amount.to),
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
          <DetailFields
            asks={action.asks}
            details={form.values.details}
            errors={form.errors}
            change={(details) => form.set('details', details)}
          />
          {isSaid(action) && (
            <NotesField
              {...form.field('text')}
              label={t('chats.text')}
              description={t('chats.textHint', { count: chat.longest })}
              required={action.text === 'required'}
              rows={3}
            />
          )}
          {isSaid(action) && (
            <>
              <Group justify="flex-end">
                <TemplateChoice
                  onChoose={({ text }) => form.set('text', fillTemplate(text, templateValues(chat)))}
                />
              </Group>
              <GivenAnswers given={chat.given} onTake={(text) => form.set('text', text)} />
            </>
          )}
          {action.takesFiles && chat.attachable && (
            <AttachField {...form.field('files')} limits={chat.attachable} />
          )}
          {action.takesPhotos && (
            <ImagesField
              {...form.field('photos')}
              label={t(action.act === 'prove_shipping' ? 'chats.proofPhotos' : 'chats.photos')}
              description={chosen?.needsPhoto ? t('chats.photosNeeded') : undefined}
              upload={keepPictures}
              max={maxClaimPhotos}
              camera
            />
          )}
          {proof && action.takesFiles && chat.attachable && (
            <AttachPhotos
              proof={proof}
              onPhotos={(photos) =>
                form.set('files', [...form.values.files, ...photos].slice(0, maxChatFiles))
              }
            />
          )}
          {proof && action.takesPhotos && (
            <AttachPhotos
              proof={proof}
              onPhotos={async (photos) =>
                form.set(
                  'photos',
                  [...form.values.photos, ...(await keepPictures(photos))].slice(0, maxClaimPhotos),
                )
              }
            />
          )}
          <DialogSubmit form={form} label={t('chats.decide')} />
        </Stack>
      </Form>
    </Modal>
  );
}
