import { expect, test } from 'vitest';
import { messages } from '#contract/messages/index.ts';
import { startI18n } from '../../i18n.ts';
import { toasts } from '../../ui/toasts.ts';
import { fittingPictures } from './image-upload.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const file = (name: string, type: string, content: BlobPart) => new File([content], name, { type });

test('of three files, two pictures are uploaded and the other file is named', async () => {
  const files = [
    file('frente.png', 'image/png', png),
    file('nota.png', 'image/png', '<html>'),
    file('verso.jpg', 'image/jpeg', jpeg),
  ];
  await startI18n('pt');
  const kept = await fittingPictures(files);
  expect(kept.map(({ name }) => name)).toEqual(['frente.png', 'verso.jpg']);
  expect(toasts.get().at(-1)).toMatchObject({
    tone: 'bad',
    title: messages.pt.errors.not_an_image,
    detail: 'nota.png',
  });
});
