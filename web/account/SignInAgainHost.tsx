import { useEffect, useSyncExternalStore } from 'react';
import { loadNamespace } from '../i18n.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { type SignInAgain, signInsAgain } from './sign-in-again.ts';

async function loadDialog() {
  await loadNamespace('account');
  return import('./SignInAgainDialog.tsx');
}

const Dialog = lazyWithFallback(loadDialog, { instead: Unasked });

/** Where a person whose session ended is asked to sign in again; once in the tree. */
export function SignInAgainHost() {
  const asked = useSyncExternalStore(signInsAgain.subscribe, signInsAgain.get)[0];
  return asked ? <Dialog asked={asked} /> : null;
}

/** A dialog that could not be fetched leaves the sign-in page as the way back. */
function Unasked({ asked }: { asked: SignInAgain }) {
  useEffect(() => asked.answer(false), [asked]);
  return null;
}
