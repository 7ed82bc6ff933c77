import {
  BarcodeFormat,
  BinaryBitmap,
  DataMatrixReader,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  MultiFormatOneDReader,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';

/** Detects codes in a camera picture, with the interface of the browser's own detector. */
export type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
/** A greyscale picture, row by row. */
type Picture = { grey: Uint8ClampedArray; width: number; height: number };

const { CODE_128, EAN_13, EAN_8, UPC_A, ITF } = BarcodeFormat;
const hints = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [CODE_128, EAN_13, EAN_8, UPC_A, ITF]],
  [DecodeHintType.TRY_HARDER, true],
  // A code that declares itself as GS1 keeps its separators.
  [DecodeHintType.ASSUME_GS1, true],
]);
const readers = [new MultiFormatOneDReader(hints), new QRCodeReader(), new DataMatrixReader()];

/** The first readable code of the picture. */
export function readCode({ grey, width, height }: Picture): string | null {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of readers) {
    try {
      return reader.decode(bitmap, hints).getText();
    } catch (error) {
      if (!(error instanceof Exception)) throw error;
    }
  }
  return null;
}

/** A larger picture takes longer and reads no more codes. */
const widest = 800;

/** For browsers without a detector. */
export function createDetector(): Detector {
  const canvas = document.createElement('canvas');
  return {
    async detect(video) {
      const scale = Math.min(1, widest / Math.max(1, video.videoWidth));
      const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context || width === 0 || height === 0) return [];
      Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0, width, height);
      const { data } = context.getImageData(0, 0, width, height);
      const code = readCode({ grey: greyOf(data), width, height });
      return code === null ? [] : [{ rawValue: code }];
    },
  };
}

/** Perceived brightness. */
function greyOf(colours: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(colours.length / 4);
  const part = (at: number) => colours[at] ?? 0;
  for (let at = 0; at < grey.length; at++)
    grey[at] = 0.299 * part(4 * at) + 0.587 * part(4 * at + 1) + 0.114 * part(4 * at + 2);
  return grey;
}
