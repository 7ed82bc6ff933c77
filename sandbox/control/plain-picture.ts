import sharp from 'sharp';

/** For an ad created by its seller: a picture that every marketplace accepts. */
export const plainPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: '#7a9' } })
    .png()
    .toBuffer();
