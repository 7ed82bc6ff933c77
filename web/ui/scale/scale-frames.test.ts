import { expect, test } from 'vitest';
import { readFrames, settledReading } from './scale-frames.ts';

const readingsOf = (text: string) => readFrames(text).readings;
const stable = (grams: number) => ({ kind: 'stable', grams });

test.each([
  ['\x0201234\x03', 1234],
  ['\x0200005\x03', 5],
  ['\x02015230\x03', 15_230],
  ['\x0201.234\x03', 1234],
  ['\x0200000\x03', 0],
])('Toledo and Filizola send kilograms with three decimals between STX and ETX: %j', (frame, grams) => {
  expect(readingsOf(frame)).toEqual([stable(grams)]);
});

test.each([
  ['\x02IIIII\x03', 'unstable'],
  ['\x02SSSSS\x03', 'overload'],
  ['\x02NNNNN\x03', 'negative'],
  ['\x02I\x03', 'unstable'],
  ['US,GS,+  1.234kg\r\n', 'unstable'],
  ['OL,GS,+ 99.999kg\r\n', 'overload'],
  ['OL\r\n', 'overload'],
  ['ST,GS,-  0.020kg\r\n', 'negative'],
])('%j is no weight but %s', (frame, kind) => {
  expect(readingsOf(frame)).toEqual([{ kind }]);
});

test.each([
  ['ST,GS, 1.234kg\r\n', 1234],
  ['ST,GS,+  4.876kg\r\n', 4876],
  ['ST,GS,   245.6 g\r\n', 246],
  ['ST,NT,+  0,075kg\r\n', 75],
  ['ST,GS    20.7g\r\n', 21],
])('a line names its unit: %j', (frame, grams) => {
  expect(readingsOf(frame)).toEqual([stable(grams)]);
});

test('a frame in two parts is read once it is whole, and its missed beginning is not a weight', () => {
  const { readings, rest } = readFrames('15230\x03\x0200900\x03\x0201');
  expect(readings).toEqual([stable(900)]);
  expect(readFrames(`${rest}500\x03`)).toEqual({ readings: [stable(1500)], rest: '' });
  expect(readingsOf('\x0212\x0201000\x03')).toEqual([stable(1000)]);
});

test('text that is no frame of a scale is left out', () => {
  expect(readingsOf('\x02kg\x03hello\r\n\x021234\x03ST,GS,1.234lb\r\n')).toEqual([]);
});

test('a weight has settled after two equal readings', () => {
  const settled = (frames: string) => settledReading(readingsOf(frames));
  expect(settled('\x0201234\x03')).toBeNull();
  expect(settled('\x0201200\x03\x0201234\x03')).toBeNull();
  expect(settled('\x0201234\x03\x0201234\x03')).toEqual(stable(1234));
  expect(settled('\x0201234\x03\x02IIIII\x03')).toEqual({ kind: 'unstable' });
});
