import './ui/typeface.css';
import './ui/library.css';
import './ui/global.css';
import './ui/touch.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { askToSignIn } from './account/sign-in-again.ts';
import { whenSessionEnds } from './api.ts';
import { startI18n } from './i18n.ts';
import { isPublicPath } from './paths.ts';
import { router } from './routes.tsx';
import { checkSession, endSession, sessionState, watchOtherTabs } from './session.ts';
import { pauseUntilEntered } from './station.ts';
import { watchCutTexts } from './ui/cut-texts.ts';
import { watchQuestions } from './ui/dialog/confirm.ts';
import { Portals } from './ui/dialog/Portals.tsx';
import { watchUnsettled } from './ui/dialog/unsettled.ts';
import { watchFocus } from './ui/focus-return.ts';
import { startDrafts } from './ui/form/drafts.ts';
import { keepPresses } from './ui/kept-press.ts';
import { keepCodesFromStart } from './ui/scan/early-codes.ts';
import { cssVariables, theme } from './ui/theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: 'easy.scheme' });

/** Runs the route guard again; without a session it redirects to sign-in and keeps the wanted path. */
function leaveToSignIn(): void {
  if (!isPublicPath(router.state.location.pathname)) void router.invalidate();
}

async function start(): Promise<void> {
  await startI18n();
  whenSessionEnds(async () => {
    // At a station only the PIN is asked for again, and the open screen is kept.
    const { session, status } = sessionState();
    if (session?.station) return pauseUntilEntered();
    if (session && !isPublicPath(router.state.location.pathname) && (await askToSignIn(session))) {
      void checkSession();
      return true;
    }
    // Data that a guest's page has read stays.
    if (status !== 'unauthenticated') endSession();
    leaveToSignIn();
    return false;
  });
  watchOtherTabs({ onSignOut: leaveToSignIn, onOtherPerson: () => window.location.reload() });
  watchFocus();
  watchCutTexts();
  watchQuestions(router);
  watchUnsettled(router);
  const element = document.getElementById('root');
  if (!element) return;
  createRoot(element).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={colorScheme}
      >
        <Suspense>
          <RouterProvider router={router} />
          <Portals />
        </Suspense>
      </MantineProvider>
    </StrictMode>,
  );
}

keepCodesFromStart();
keepPresses();
startDrafts();
void start();
