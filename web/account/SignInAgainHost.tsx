import { useEffect, useSyncExternalStore } from 'react';
import { loadNamespace } from '../i18n.ts';
import { lazyWithFallback } from '../ui/lazy-with-fallback.tsx';
import { type SignInAgain, signInsAgain } from './sign-in-again.ts';

async function loadDialog() {
  await loadNamespace('account');
  return import('./SignInAgainDialog.tsx');
}

const Dialog = lazyWithFallback(loadDialog, { instead: Unasked });

/** Shows the sign-in dialog when a session has ended; mounted once. */
export function SignInAgainHost() {
  const asked = useSyncExternalStore(signInsAgain.subscribe, signInsAgain.get)[0];
  return asked ? <Dialog asked={asked} /> : null;
}

/** If the dialog cannot be loaded, the sign-in page is used instead. */
function Unasked({ asked }: { asked: SignInAgain }) {
  useEffect(() => asked.answer(false), [asked]);
  return null;
}
