import { FileInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type ChatDetail, maxChatFiles } from '#contract/marketplaces/chat.ts';
import type { ChatFileKind } from '#contract/marketplaces/chat-states.ts';
import { i18n, useTranslation } from '../../i18n.ts';

export type Attachable = NonNullable<ChatDetail['attachable']>;

const types: Record<ChatFileKind, readonly string[]> = {
  picture: ['image/jpeg', 'image/png'],
  pdf: ['application/pdf'],
};
const typesOf = ({ kinds }: Attachable) => kinds.flatMap((kind) => types[kind]);
const megabytes = (bytes: number) => `${Math.floor(bytes / 1_048_576)}\u00a0MB`;

/** Why these files cannot be attached; empty if they can. */
export function attachError(files: readonly File[], limits: Attachable | null): string {
  if (!limits || files.length === 0) return '';
  if (files.length > maxChatFiles) return i18n.t('marketplaces:chats.attachMany', { count: maxChatFiles });
  const other = files.find(({ type }) => !typesOf(limits).includes(type));
  if (other) return i18n.t('marketplaces:chats.attachOther', { name: other.name });
  const big = files.find(({ size }) => size > limits.mostBytes);
  return big
    ? i18n.t('marketplaces:chats.attachBig', { name: big.name, size: megabytes(limits.mostBytes) })
    : '';
}

type AttachFieldProps = {
  value: File[];
  onChange: (files: File[]) => void;
  limits: Attachable;
  error?: ReactNode;
};

/** Attachments of a message, by the marketplace's limits. */
export function AttachField({ value, onChange, limits, error }: AttachFieldProps) {
  const { t } = useTranslation('marketplaces');
  const { t: ui } = useTranslation();
  const kinds = limits.kinds.map((kind) => t(`chats.attachKinds.${kind}`)).join(', ');
  return (
    <FileInput
      multiple
      clearable
      clearButtonProps={{ 'aria-label': ui('field.clear') }}
      label={t('chats.attach')}
      description={t('chats.attachHint', { kinds, size: megabytes(limits.mostBytes), count: maxChatFiles })}
      placeholder={t('chats.attachChoose')}
      accept={typesOf(limits).join(',')}
      leftSection={<IconPaperclip size={16} aria-hidden />}
      value={value}
      onChange={onChange}
      error={attachError(value, limits) || error}
    />
  );
}
