import sharp from 'sharp';

/** Of an ad that was made by hand: a picture that every marketplace takes. */
export const plainPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#7a9' } })
    .png()
    .toBuffer();
