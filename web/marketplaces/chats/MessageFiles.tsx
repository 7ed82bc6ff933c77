import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#contract/index.ts';
import type { ChatDetail } from '#contract/marketplaces/chat.ts';
import { addressFor } from '../../api.ts';
import { formatBytes } from '../../billing/format-bytes.ts';
import { useTranslation } from '../../i18n.ts';
import classes from './Files.module.css';

type MessageFile = ChatDetail['messages'][number]['files'][number];
type MessageFilesProps = { chatId: number; files: readonly MessageFile[] };

/** Attachments of a message: pictures as thumbnails, others by name; a click opens them. */
export function MessageFiles({ chatId, files }: MessageFilesProps) {
  const { t } = useTranslation('marketplaces');
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={t('chats.files')}>
      {files.map((file) => (
        <li key={file.id}>
          <OneFile
            file={file}
            address={addressFor(api.chats.file, { params: { id: chatId, file: file.id } })}
          />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file, address }: { file: MessageFile; address: string }) {
  // A file declared as a picture may not be one, or be gone; then only its name is shown.
  const [shown, setShown] = useState(file.contentType.startsWith('image/'));
  return (
    <a className={classes.file} href={address} target="_blank" rel="noreferrer">
      <span className={classes.face}>
        {shown ? (
          <img src={address} alt="" loading="lazy" onError={() => setShown(false)} />
        ) : (
          <IconPaperclip size={24} aria-hidden />
        )}
      </span>
      <span className={classes.name}>{file.name}</span>
      {file.bytes !== null && <span className={classes.size}>{formatBytes(file.bytes)}</span>}
    </a>
  );
}
