type Tone = { frequency: number; at: number; lasts: number };

const patterns = {
  good: [{ frequency: 1320, at: 0, lasts: 0.09 }],
  // Two low notes, distinguishable from success without looking, even on a small speaker in a loud hall.
  bad: [
    { frequency: 220, at: 0, lasts: 0.16 },
    { frequency: 165, at: 0.19, lasts: 0.24 },
  ],
  // Two equal notes: done, with something to check.
  attention: [
    { frequency: 660, at: 0, lasts: 0.1 },
    { frequency: 660, at: 0.16, lasts: 0.1 },
  ],
  done: [
    { frequency: 880, at: 0, lasts: 0.08 },
    { frequency: 1175, at: 0.09, lasts: 0.08 },
    { frequency: 1568, at: 0.18, lasts: 0.14 },
  ],
} as const satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof patterns;

let context: AudioContext | null = null;

/** Sounds of the bench, synthesized, so that nothing is downloaded or delayed. */
export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  for (const { frequency, at, lasts } of patterns[sound])
    note(context, frequency, context.currentTime + at, lasts, sound === 'bad' ? 'square' : 'sine');
}

function note(
  audio: AudioContext,
  frequency: number,
  start: number,
  lasts: number,
  shape: OscillatorType,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.25, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts);
}
