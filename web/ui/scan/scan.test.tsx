import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from '../../api.ts';
import { NumberField } from '../form/NumberField.tsx';
import { UnreadPage } from '../page/UnreadPage.tsx';
import { renderScreen } from '../render-screen.tsx';
import { keepCodesFromStart } from './early-codes.ts';
import { type OnScan, Scan } from './Scan.tsx';

const scanned = vi.fn<OnScan>();

function Bench() {
  const [about, setAbout] = useState('counting');
  const [stopped, setStopped] = useState(false);
  return (
    <>
      <Scan onScan={scanned} about={about} hint={`${about}: 0`} disabled={stopped} />
      <button type="button">Outro</button>
      <button type="button" onClick={() => setAbout('packed')}>
        Reiniciar
      </button>
      <button type="button" onClick={() => setStopped(true)}>
        Parar
      </button>
    </>
  );
}

/** A number field beside the scan field. */
function Counting() {
  const [count, setCount] = useState<number | null>(null);
  return (
    <>
      <Scan onScan={scanned} />
      <NumberField label="Contado" value={count} onChange={setCount} />
    </>
  );
}

/** A screen that a code leaves for another one. */
function Board() {
  const [stands, setStands] = useState<'board' | 'nothing' | 'bench'>('board');
  return (
    <>
      {stands === 'board' && <Scan key="board" onScan={scanned} />}
      {stands === 'bench' && (
        <Scan key="bench" onScan={scanned} about="next" hint="Bipe o primeiro produto" />
      )}
      <button type="button" onClick={() => setStands('nothing')}>
        Sair
      </button>
      <button type="button" onClick={() => setStands('bench')}>
        Abrir
      </button>
    </>
  );
}

/** The second code means something else than the first. */
function Carrying() {
  const [carried, setCarried] = useState('');
  const onScan: OnScan = async (code) => {
    if (carried) return { tone: 'good', message: `${carried} em ${code}` };
    setCarried(code);
    return { tone: 'good', message: code };
  };
  return <Scan onScan={onScan} />;
}

const unread = { error: null, refetch: () => undefined };

function Late() {
  const [read, setRead] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setRead(true)}>
        Chegou
      </button>
      {read ? <Bench /> : <UnreadPage title="Balanço" failed={undefined} result={unread} />}
    </>
  );
}

const codes = () => scanned.mock.calls.map(([code]) => code);
const field = () => screen.getByLabelText<HTMLInputElement>('Bipe ou digite o código');
function read(code: string, end = 'Enter') {
  fireEvent.change(field(), { target: { value: code } });
  fireEvent.keyDown(field(), { key: end });
}

afterEach(() => {
  cleanup();
  scanned.mockReset();
  vi.unstubAllGlobals();
});

test('a code that waits is answered with what the one before changed on the screen', async () => {
  await renderScreen(() => <Carrying />);
  await screen.findByLabelText('Bipe ou digite o código');
  read('V1');
  read('A01');
  await screen.findByText('V1 em A01');
});

test('Enter and Tab end a code; the result is shown and the field is empty for the next one', async () => {
  scanned.mockImplementation((code) =>
    code === 'bad' ? { tone: 'bad', message: 'Não é desta venda' } : { tone: 'good', message: `${code} ok` },
  );
  await renderScreen(Bench);
  read('789');
  await screen.findByText('789 ok');
  expect(field().value).toBe('');
  read('bad', 'Tab');
  await screen.findByText('Não é desta venda');
  expect(document.querySelector('[data-tone="bad"]')).toBeTruthy();
});

test('refuses in red a code without an answer, and accepts the next one', async () => {
  scanned.mockRejectedValueOnce(
    new Failure({ type: 'about:blank', title: 'unavailable', status: 0, code: 'unavailable', detail: '' }),
  );
  scanned.mockReturnValue({ tone: 'good', message: 'de volta' });
  await renderScreen(Bench);
  read('789');
  await screen.findByText('O servidor não respondeu. Verifique a conexão e tente novamente.');
  expect(document.querySelector('[data-tone="bad"]')).toBeTruthy();
  read('790');
  await screen.findByText('de volta');
});

test('another state clears the message about the last code, and keeps the code being scanned', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  await renderScreen(Bench);
  read('789');
  await screen.findByText('789 ok');
  fireEvent.change(field(), { target: { value: '45' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reiniciar' }));
  await waitFor(() => expect(screen.queryByText('789 ok')).toBeNull());
  screen.getByText('packed: 0');
  expect(field().value).toBe('45');
  read('456');
  await screen.findByText('456 ok');
});

test('shows a code as it was scanned, and its result in the state to which it led', async () => {
  scanned.mockImplementation((code) => {
    if (code !== 'fim') return { tone: 'bad', message: 'Não é desta venda' };
    fireEvent.click(screen.getByRole('button', { name: 'Reiniciar' }));
    return { tone: 'done', message: 'Embalada', about: 'packed' };
  });
  await renderScreen(Bench);
  read('outro-9');
  await screen.findByText('Bipado: outro-9');
  read('fim');
  await screen.findByText('Embalada');
  expect(screen.queryByText('Não é desta venda')).toBeNull();
});

test('shows the result of a code on the screen to which it led, whether its field is rendered before or after', async () => {
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  for (const late of [false, true]) {
    let answer = () => {};
    scanned.mockImplementation(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ tone: 'done', message: 'Embalada. Agora a próxima.', about: 'next' });
        }),
    );
    await renderScreen(Board);
    read('789');
    await waitFor(() => expect(scanned).toHaveBeenCalledTimes(1));
    press('Sair');
    if (!late) press('Abrir');
    await act(async () => answer());
    if (late) press('Abrir');
    await screen.findByText('Embalada. Agora a próxima.');
    cleanup();
    scanned.mockReset();
  }
});

test('refuses codes scanned before the field was closed', async () => {
  const answers: (() => void)[] = [];
  scanned.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve({ tone: 'good' }))));
  await renderScreen(Bench);
  read('1');
  read('2');
  await waitFor(() => expect(scanned).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole('button', { name: 'Parar' }));
  answers[0]?.();
  await screen.findByText('Leitura ignorada: a venda parou.');
  expect(scanned).toHaveBeenCalledTimes(1);
});

test('processes codes in their order while one is in progress', async () => {
  const answers: (() => void)[] = [];
  scanned.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve({ tone: 'good' }))));
  await renderScreen(Bench);
  read('1');
  read('2');
  read('3');
  await waitFor(() => expect(codes()).toEqual(['1']));
  answers[0]?.();
  await waitFor(() => expect(codes()).toEqual(['1', '2']));
  answers[1]?.();
  await waitFor(() => expect(codes()).toEqual(['1', '2', '3']));
});

test('a double read of the scanner is one scan; the same code a moment later is another', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  const now = vi.spyOn(performance, 'now');
  await renderScreen(Bench);
  for (const at of [1000, 1040, 1119, 1200]) {
    now.mockReturnValue(at);
    read('789');
  }
  await waitFor(() => expect(codes()).toEqual(['789', '789']));
  now.mockRestore();
});

test('removes prefix and suffix, and reads lot and day of a GS1 code', async () => {
  localStorage.setItem('easy.scan.affixes', JSON.stringify({ prefix: '~', suffix: '#' }));
  scanned.mockImplementation(() => ({ tone: 'good' }));
  await renderScreen(Bench);
  read('~V000123#');
  await waitFor(() => expect(codes()).toEqual(['V000123']));
  fireEvent.change(field(), { target: { value: '~010789100031550710L-7' } });
  fireEvent.keyDown(field(), { key: ']', ctrlKey: true });
  read(`${field().value}17261231#`);
  await waitFor(() =>
    expect(scanned.mock.calls.at(-1)).toEqual([
      '7891000315507',
      { code: '7891000315507', lot: 'L-7', expiresOn: '2026-12-31' },
    ]),
  );
  localStorage.clear();
});

test('the focus returns after a click elsewhere, and a key typed anywhere reaches the field', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await renderScreen(Bench);
  expect(document.activeElement).toBe(field());
  const other = screen.getByRole('button', { name: 'Outro' });
  other.focus();
  fireEvent.click(other);
  await waitFor(() => expect(document.activeElement).toBe(field()));
  field().blur();
  fireEvent.keyDown(document.body, { key: '7' });
  expect(document.activeElement).toBe(field());
});

test('the touch keyboard opens only on request', async () => {
  await renderScreen(Bench);
  expect(field().inputMode).toBe('none');
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar teclado na tela' }));
  await waitFor(() => expect(field().inputMode).toBe('text'));
});

test('a code scanned while the screen loads is received, in both parts', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  await renderScreen(Late);
  for (const key of ['7', '8', 'Enter', '9']) fireEvent.keyDown(document.body, { key });
  fireEvent.click(screen.getByText('Chegou'));
  await screen.findByText('78 ok');
  expect(field().value).toBe('9');
});

test('a code scanned while the page is blank reaches the first field, with its beginning', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  const [first, second] = ['7', '8'].map((key) => new KeyboardEvent('keydown', { key }));
  vi.stubGlobal('takeEarlyKeys', () => [first, second]);
  keepCodesFromStart();
  for (const key of ['9', 'Enter', '4']) fireEvent.keyDown(document.body, { key });
  await renderScreen(Late);
  fireEvent.keyDown(document.body, { key: '5' });
  fireEvent.click(screen.getByText('Chegou'));
  await screen.findByText('789 ok');
  expect(field().value).toBe('45');
});

test('an open question has the keys before it has the focus: no character of a code stays in the field', async () => {
  await renderScreen(Bench);
  const act = screen.getByRole('button', { name: 'Outro' });
  act.focus();
  const question = document.createElement('div');
  question.setAttribute('role', 'dialog');
  document.body.append(question);
  fireEvent.keyDown(act, { key: '7' });
  expect(document.activeElement).toBe(act);
  question.remove();
});

test('a code refused after the screen changed is reported on the current screen', async () => {
  let refuse: (outcome: { tone: 'bad'; message: string }) => void = () => undefined;
  scanned.mockImplementation(() => new Promise((resolve) => (refuse = resolve)));
  await renderScreen(Bench);
  read('999');
  await waitFor(() => expect(scanned).toHaveBeenCalled());
  fireEvent.click(screen.getByRole('button', { name: 'Reiniciar' }));
  await screen.findByText('packed: 0');
  refuse({ tone: 'bad', message: 'Nenhuma venda com este código' });
  await screen.findByText('Nenhuma venda com este código');
});

test('a code scanned while a number field has the focus is a code, and the number is unchanged', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: `${code} ok` }));
  await renderScreen(Counting);
  const number = screen.getByRole<HTMLInputElement>('textbox', { name: 'Contado' });
  // As fast as a scanner, independent of the machine.
  let at = performance.now();
  const press = (key: string) => {
    at += 8;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    return fireEvent(document.activeElement ?? document.body, event);
  };
  const type = (text: string) => {
    at += 1000;
    for (const key of text) {
      if (!press(key)) continue;
      const into = document.activeElement as HTMLInputElement;
      fireEvent.change(into, { target: { value: into.value + key } });
    }
    press('Enter');
  };
  number.focus();
  fireEvent.change(number, { target: { value: '12' } });
  type('7891000315507');
  await screen.findByText('7891000315507 ok');
  expect(number.value).toBe('12');
  number.focus();
  type('V000123');
  await screen.findByText('V000123 ok');
  expect(number.value).toBe('12');
  expect(codes()).toEqual(['7891000315507', 'V000123']);
});

test('pasted lines are separate codes, even if three are equal', async () => {
  scanned.mockImplementation((code) => ({ tone: 'good', message: code }));
  await renderScreen(Bench);
  const field = await screen.findByRole('textbox');
  const before = scanned.mock.calls.length;
  fireEvent.paste(field, { clipboardData: { getData: () => 'V000001\r\nV000001\n\u200bV000001\n' } });
  await waitFor(() => expect(scanned.mock.calls.length - before).toBe(3));
  expect(scanned.mock.calls.slice(before).map(([code]) => code)).toEqual(['V000001', 'V000001', 'V000001']);
  expect((field as HTMLInputElement).value).toBe('');
});

test('a code in progress clears the red of the former one', async () => {
  let answer = () => {};
  scanned.mockReturnValueOnce({ tone: 'bad', message: 'Não é desta venda' });
  scanned.mockImplementationOnce(
    () => new Promise((resolve) => (answer = () => resolve({ tone: 'good', message: 'contou' }))),
  );
  await renderScreen(Bench);
  read('outro-9');
  await screen.findByText('Não é desta venda');
  read('789');
  await waitFor(() => expect(screen.queryByText('Não é desta venda')).toBeNull());
  expect(document.querySelector('[data-tone="bad"]')).toBeNull();
  screen.getByText('Aguardando a confirmação de 1 leitura…');
  await act(async () => answer());
  await screen.findByText('contou');
});
