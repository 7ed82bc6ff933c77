import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type ImageRow, maxImageBytes, maxImages } from '#contract/products/image.ts';
import { useAct } from '../acts.ts';
import { addressFor } from '../api.ts';
import { useTranslation } from '../i18n.ts';
import type { ImageItem } from '../ui/ImagesEditor.tsx';
import { toast } from '../ui/toasts.ts';

/** Address of the small version of an image. */
export function thumbnailOf(id: number): string {
  return addressFor(api.images.thumbnail, { params: { id } });
}

let kept = 0;

/** Pictures that a form takes along when it is saved, under ids of this screen's own. */
export function useKeptPictures(): (files: readonly File[]) => ImageItem[] {
  const { t } = useTranslation('errors');
  return (files) =>
    fittingPictures(files, t).map((file) => ({
      id: --kept,
      name: file.name.replace(/\.\w{1,5}$/, ''),
      url: URL.createObjectURL(file),
      file,
    }));
}

type Refusal = 'not_an_image' | 'image_too_big';

/** What cannot be an image, or is too big for one, is told and left behind. */
function fittingPictures(files: readonly File[], t: (code: Refusal) => string): File[] {
  const pictures = files.filter((file) => file.type.startsWith('image/') && file.type !== 'image/svg+xml');
  const fitting = pictures.filter((file) => file.size <= maxImageBytes);
  if (pictures.length < files.length) toast.failure(t('not_an_image'), namesOf(files, pictures));
  if (fitting.length < pictures.length) toast.failure(t('image_too_big'), namesOf(pictures, fitting));
  return fitting;
}

export type Progress = { done: number; total: number };

/** Sends any number of files, so many at a time as one request takes; what cannot be an image is told before it leaves. */
export function useImageUpload() {
  const { t } = useTranslation('errors');
  const act = useAct(api.images.create, { success: false });
  const [progress, setProgress] = useState<Progress | null>(null);

  const upload = async (files: readonly File[]): Promise<ImageRow[]> => {
    const fitting = fittingPictures(files, t);
    const made: ImageRow[] = [];
    for (let at = 0; at < fitting.length; at += maxImages) {
      setProgress({ done: at, total: fitting.length });
      const outcome = await act.run({ files: fitting.slice(at, at + maxImages) });
      if (!outcome.ok) break;
      made.push(...outcome.response.items);
    }
    setProgress(null);
    return made;
  };
  return { upload, progress };
}

function namesOf(all: readonly File[], good: readonly File[]): string {
  return all
    .filter((file) => !good.includes(file))
    .map((file) => file.name)
    .join(', ');
}
