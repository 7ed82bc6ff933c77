import { useState } from 'react';
import { api } from '#contract/index.ts';
import { type ImageRow, maxImageBytes, maxImages } from '#contract/products/image.ts';
import { useAct } from '../../acts.ts';
import { addressFor } from '../../api.ts';
import { i18n, loadNamespace } from '../../i18n.ts';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { toast } from '../../ui/toasts.ts';

/** URL of the thumbnail of an image. */
export function thumbnailOf(id: number): string {
  return addressFor(api.images.thumbnail, { params: { id } });
}

let kept = 0;

/** Pictures that the form sends when it is saved, with temporary ids. */
export async function keepPictures(files: readonly File[]): Promise<ImageItem[]> {
  return (await fittingPictures(files)).map((file) => ({
    id: --kept,
    name: file.name.replace(/\.\w{1,5}$/, ''),
    url: URL.createObjectURL(file),
    file,
  }));
}

/** Files that are too large, or no pictures in spite of their names, are named and left out. */
export async function fittingPictures(files: readonly File[]): Promise<File[]> {
  const drawable = await Promise.all(files.map(isPicture));
  const pictures = files.filter((_, index) => drawable[index]);
  const fitting = pictures.filter((file) => file.size <= maxImageBytes);
  if (fitting.length < files.length) await loadNamespace('errors').catch(() => undefined);
  if (pictures.length < files.length) toast.failure(i18n.t('errors:not_an_image'), namesOf(files, pictures));
  if (fitting.length < pictures.length)
    toast.failure(i18n.t('errors:image_too_big'), namesOf(pictures, fitting));
  return fitting;
}

/** Magic numbers of JPEG, PNG and WebP in hexadecimal; the server decodes each file again. */
const beginnings = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];

async function isPicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const begins = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return beginnings.some((beginning) => beginning.test(begins));
}

export type Progress = { done: number; total: number };

/** Uploads files in groups of the maximum per request; files that are not images are reported before. */
export function useImageUpload() {
  const act = useAct(api.images.create, { success: false });
  const [progress, setProgress] = useState<Progress | null>(null);

  const upload = async (files: readonly File[]): Promise<ImageRow[]> => {
    const fitting = await fittingPictures(files);
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
