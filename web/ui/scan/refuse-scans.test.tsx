import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PasswordField } from '../form/PasswordField.tsx';
import { renderScreen } from '../render-screen.tsx';
import { refusesScans, ScanGuard } from './refuse-scans.ts';
import { addTaker } from './scanner.ts';

afterEach(cleanup);

/**
 * Presses keys at an interval; returns whether the key was swallowed. Other keys are typed into the focused element.
 */
function hands() {
  let at = performance.now();
  const press = (key: string, after: number) => {
    at += after;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    const active = document.activeElement;
    const passes = fireEvent(active ?? document.body, event);
    if (passes && key.length === 1 && active instanceof HTMLInputElement)
      fireEvent.change(active, { target: { value: active.value + key } });
    return !passes;
  };
  const type = (text: string, pace: number) => [...text].map((key) => press(key, pace));
  return { press, type };
}

function keypad() {
  let held = '';
  const refuse = vi.fn((before: string) => {
    held = before;
  });
  const remove = addTaker('guarded', refusesScans({ held: () => held, refuse }));
  const { press, type } = hands();
  const hit = (key: string, after: number) => {
    const swallowed = press(key, after);
    if (!swallowed && key.length === 1) held += key;
    return swallowed;
  };
  return {
    refuse,
    remove,
    hit,
    hitAll: (text: string, pace: number) => [...text].map((k) => hit(k, pace)),
    type,
    held: () => held,
  };
}

test.each([
  ['a GTIN at 5 ms a character', '7891000315507', 5, 'Enter'],
  ['a volume at 30 ms a character, ended by Tab', 'V000139', 30, 'Tab'],
  ['a position without digits', 'BANCADA', 8, 'Enter'],
  ['a code of four characters', 'A-01', 12, 'Enter'],
])('refuses %s and gives back what was typed before', (_, code, pace, end) => {
  const { refuse, hit, hitAll, held, remove } = keypad();
  hitAll('uma frase', 150);
  hit(code.charAt(0), 900);
  hitAll(code.slice(1), pace);
  expect(hit(end, pace)).toBe(true);
  expect(refuse).toHaveBeenCalledExactlyOnceWith('uma frase');
  expect(held()).toBe('uma frase');
  remove();
});

test('refuses a scan that ends without Enter', () => {
  const { hitAll, held, remove } = keypad();
  hitAll('72', 150);
  hitAll('7891000315507', 25);
  // The first character came 25 ms after the last typed one, so all of it is one burst.
  expect(held().length).toBeLessThanOrEqual(2);
  remove();
});

test.each([
  ['typed quickly', 'senha1234', 70],
  ['with four keys rolled at 45 ms', 'tion', 45],
  ['of three characters at the pace of a scanner', 'abc', 5],
])('takes a password %s', (_, text, pace) => {
  const { refuse, hit, hitAll, held, remove } = keypad();
  hitAll(text, pace);
  expect(hit('Enter', pace)).toBe(false);
  expect(refuse).not.toHaveBeenCalled();
  expect(held()).toBe(text);
  remove();
});

test('leaves keys after the end of a scan alone, however fast', () => {
  const { hit, hitAll, remove } = keypad();
  hitAll('7891000315507', 8);
  expect(hit('Tab', 8)).toBe(true);
  expect(hit('Tab', 30)).toBe(false);
  expect(hit('Tab', 30)).toBe(false);
  remove();
});

test('swallows the Enter that follows a filled field without a character', () => {
  const { refuse, hit, remove } = keypad();
  expect(hit('Enter', 1)).toBe(false);
  expect(refuse).not.toHaveBeenCalled();
  remove();
});

const submitted = vi.fn();

function SignIn() {
  const [email, setEmail] = useState('pia@example.com');
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <input aria-label="E-mail" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <PasswordField label="Senha" value={password} onChange={setPassword} autoComplete="current-password" />
      <button type="submit">Entrar</button>
    </form>
  );
}

test.each(['Senha', 'E-mail', 'Entrar'])(
  'a scan over a form with a password changes no field and submits nothing: focus on %s',
  async (name) => {
    submitted.mockReset();
    await renderScreen(SignIn);
    const password = screen.getByLabelText<HTMLInputElement>('Senha');
    const email = screen.getByLabelText<HTMLInputElement>('E-mail');
    fireEvent.change(password, { target: { value: 'uma frase' } });
    const target = name === 'Entrar' ? screen.getByRole('button', { name }) : screen.getByLabelText(name);
    target.focus();
    const { press, type } = hands();
    press('7', 1000);
    type('891000315507', 8);
    expect(press('Enter', 8)).toBe(true);
    expect(password.value).toBe('uma frase');
    expect(email.value).toBe('pia@example.com');
    await screen.findByText('Leitura ignorada: termine aqui e bipe o código de novo.');
    expect(submitted).not.toHaveBeenCalled();
    // Keys typed by hand afterwards are received.
    expect(press('x', 900)).toBe(false);
  },
);

test('a page without a guard accepts a password typed by a password manager', async () => {
  submitted.mockReset();
  await renderScreen(() => (
    <ScanGuard value={false}>
      <SignIn />
    </ScanGuard>
  ));
  const password = screen.getByLabelText<HTMLInputElement>('Senha');
  password.focus();
  const { press, type } = hands();
  press('u', 1000);
  type('ma frase longa', 8);
  expect(press('Enter', 8)).toBe(false);
  expect(password.value).toBe('uma frase longa');
});
