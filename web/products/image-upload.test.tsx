import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startI18n } from '../i18n.ts';
import { toasts } from '../ui/toasts.ts';
import { useKeptPictures } from './image-upload.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const file = (name: string, type: string, text: string) => new File([text], name, { type });

test('of three files of which one is no picture two are kept, and the one is named', async () => {
  await startI18n('pt');
  const drawn = new Map<string, File>();
  // What jsdom lacks: addresses of files, and drawing them.
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => {
    drawn.set(`blob:${drawn.size}`, source as File);
    return `blob:${drawn.size - 1}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.stubGlobal(
    'Image',
    class {
      src = '';
      async decode() {
        if (!(await drawn.get(this.src)?.text())?.startsWith('picture')) throw new Error('cannot be decoded');
      }
    },
  );
  const { result } = renderHook(() => useKeptPictures());
  const kept = await act(() =>
    result.current([
      file('frente.png', 'image/png', 'picture'),
      file('nota.png', 'image/png', '<html>'),
      file('verso.jpg', 'image/jpeg', 'picture'),
    ]),
  );
  expect(kept.map(({ name }) => name)).toEqual(['frente', 'verso']);
  expect(toasts.get()).toMatchObject([{ tone: 'bad', detail: 'nota.png' }]);
});
