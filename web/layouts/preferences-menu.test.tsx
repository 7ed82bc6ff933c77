import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLocale } from '../i18n.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import PreferencesMenu from './PreferencesMenu.tsx';

afterEach(async () => {
  cleanup();
  await chooseLocale('pt');
});

async function chooseEnglish(session: typeof owner) {
  const { calls } = await renderScreen(() => <PreferencesMenu session={session} />, { session });
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'English' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  return calls.filter(({ endpoint }) => endpoint === 'user.update').map(({ body }) => body);
}

test('a language chosen in the menu is saved with the account', async () => {
  expect(await chooseEnglish(owner)).toEqual([{ locale: 'en' }]);
});

test('a language chosen at a station is only that of the device', async () => {
  expect(await chooseEnglish({ ...owner, station: { id: 1, name: 'Bancada 1' } } as typeof owner)).toEqual(
    [],
  );
});
