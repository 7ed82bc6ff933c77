import type { ImageItem } from '../../ui/form/ImagesList.tsx';

/** A picture that is sent with the save has a negative id until then; this is the name of its part. */
export const partOf = (id: number) => `picture${-id}`;

/** Pictures to send with a save, by the names of their parts. */
export function newPictures(images: readonly ImageItem[]): Record<string, File> | undefined {
  const files = images.flatMap(({ id, file }): [string, File][] => (file ? [[partOf(id), file]] : []));
  return files.length > 0 ? Object.fromEntries(files) : undefined;
}

/** The same as input of a form. */
export function filesOf(images: readonly ImageItem[]): { files?: Record<string, File> } {
  const files = newPictures(images);
  return files ? { files } : {};
}
