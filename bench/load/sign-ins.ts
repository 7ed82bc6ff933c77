import { percentile } from '../figures.ts';
import { type Row, rowsNamed } from '../row.ts';
import type { Act } from './act.ts';
import { findPeak, isRefused, openStage, pace } from './steps.ts';
import { sortedLatencies } from './verdict.ts';

type Options = { quick: boolean; keep?: string; log: (line: string) => void };

const heldPerSecond = 100;
const floodPerSecond = 1000;

/** Sign-ins with wrong passwords from many addresses: each costs a hash, whether the account exists or not. */
function makeStranger(): () => Act {
  let n = 0;
  return () => ({
    kind: 'sign-in',
    sent: {
      method: 'POST',
      path: '/api/auth/login',
      address: `10.${(++n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      body: {
        email: `pessoa-${n}@exemplo.com.br`,
        password: 'uma senha que ninguém tem',
        carriedBy: 'cookie',
      },
    },
  });
}

/** A hundred sign-ins a second are answered; a thousand do not slow signed-in people down too much. */
export async function measureSignIns({ quick, keep, log }: Options): Promise<Row[]> {
  const stage = await openStage(keep);
  const seconds = quick ? 4 : 15;
  try {
    await findPeak(stage, 16, quick ? 2 : 5);
    const peak = await findPeak(stage, 16, quick ? 2 : 5);
    const stranger = makeStranger();
    const held = await pace(stage.url, stranger, heldPerSecond, seconds, 200);
    const answered = held.samples.filter(({ status }) => status === 401);
    const others = () => pace(stage.url, stage.next, peak / 4, seconds, 400);
    const calm = await others();
    const [flood, beside] = await Promise.all([
      pace(stage.url, stranger, floodPerSecond, seconds, 3000),
      others(),
    ]);
    for (const [what, often] of [...held.wrong, ...flood.wrong, ...beside.wrong]) log(`${often} × ${what}`);
    const row = rowsNamed('sign-ins');
    const refused = flood.samples.filter(isRefused).length / flood.samples.length;
    return [
      row(
        'looked at, of 100/s',
        answered.length / seconds,
        heldPerSecond * 0.98,
        'higher',
        '/s',
        `p99 ${percentile(sortedLatencies(answered), 0.99).toFixed(0)} ms`,
      ),
      row(
        "others' p99 beside 1,000/s",
        beside.p99,
        400,
        'lower',
        'ms',
        `${calm.p99.toFixed(0)} ms without; others ask ${(peak / 4).toFixed(0)}/s, ${(beside.refused * 100).toFixed(1)} % of them refused; ${(refused * 100).toFixed(0)} % of the sign-ins refused`,
      ),
    ];
  } finally {
    await stage.stop();
  }
}
