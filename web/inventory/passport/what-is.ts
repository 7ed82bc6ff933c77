import { api } from '#contract/index.ts';
import type { Passport, PassportKind } from '#contract/inventory/passport.ts';
import { call, Failure } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { useSession } from '../../use-session.ts';

/** What has a code, in words: `uma posição`, `A01-N02`. */
export type Known = { kind: string; name: string; found: Passport };

/** Names a code that a screen did not expect, so that a known place is never called unknown; null for other kinds. */
export function useWhatIs(...kinds: readonly PassportKind[]): (code: string) => Promise<Known | null> {
  const { t } = useTranslation('inventory');
  const { can } = useSession();
  return async (code) => {
    if (!can('volumes.read')) return null;
    try {
      const { items } = await call(api.passports.find, { query: { code } });
      const found = items.find(({ kind }) => kinds.includes(kind));
      return found ? { kind: t(`passport.aKind.${found.kind}`), name: found.name, found } : null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return null;
    }
  };
}
