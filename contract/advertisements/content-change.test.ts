import { describe, expect, test } from 'vitest';
import {
  type ContentChange,
  changeDescription,
  changePictures,
  changeTitle,
  cutAround,
} from './content-change.ts';

describe('a title', () => {
  const cases: [ContentChange, string, string][] = [
    [{ kind: 'title_replace', find: 'azul', text: 'verde' }, 'Caneca Azul AZUL', 'Caneca verde verde'],
    [{ kind: 'title_replace', find: 'azul', text: '' }, 'Caneca azul grande', 'Caneca grande'],
    [{ kind: 'title_replace', find: 'c++ (2)', text: '$&' }, 'Livro C++ (2)', 'Livro $&'],
    [{ kind: 'title_replace', find: 'azul', text: 'verde' }, 'Caneca  preta', 'Caneca  preta'],
    [{ kind: 'title_prefix', text: 'Kit' }, 'Caneca', 'Kit Caneca'],
    [{ kind: 'title_prefix', text: 'Kit' }, 'KIT Caneca', 'KIT Caneca'],
    [{ kind: 'title_suffix', text: 'Azul' }, 'Caneca', 'Caneca Azul'],
    [{ kind: 'title_suffix', text: 'Azul' }, 'Caneca azul', 'Caneca azul'],
    [{ kind: 'title_set', text: 'Copo' }, 'Caneca', 'Copo'],
    [{ kind: 'description_append', text: 'Copo' }, 'Caneca', 'Caneca'],
  ];
  test.each(cases)('%j makes of %s: %s', (change, before, after) => {
    expect(changeTitle(change, before)).toBe(after);
  });
});

describe('a description', () => {
  const cases: [ContentChange, string, string][] = [
    [{ kind: 'description_append', text: 'Fim.' }, 'Um.', 'Um.\n\nFim.'],
    [{ kind: 'description_append', text: 'Fim.' }, '', 'Fim.'],
    [{ kind: 'description_append', text: 'Fim.' }, 'Um.\n\nFim.', 'Um.\n\nFim.'],
    [{ kind: 'description_prepend', text: 'Oi.' }, 'Um.', 'Oi.\n\nUm.'],
    [{ kind: 'description_prepend', text: 'Oi.' }, 'Oi.\n\nUm.', 'Oi.\n\nUm.'],
    [{ kind: 'description_replace', find: 'um', text: 'dois' }, 'Um e um', 'dois e dois'],
    [{ kind: 'title_set', text: 'Copo' }, 'Um.', 'Um.'],
  ];
  test.each(cases)('%j makes of %s: %s', (change, before, after) => {
    expect(changeDescription(change, before)).toBe(after);
  });
});

describe('pictures', () => {
  const [one, two, ten] = [
    { id: 1, name: 'foto 10.jpg' },
    { id: 2, name: 'foto 2.jpg' },
    { id: 3, name: 'Selo.png' },
  ];
  const ordered = (change: ContentChange, pictures = [one, two], added: typeof one | null = null) =>
    changePictures(change, pictures, added).map(({ id }) => id);

  test('one is added at either end, and moved there if it is among them', () => {
    expect(ordered({ kind: 'picture_add', image: 3, place: 'first' }, [one, two], ten)).toEqual([3, 1, 2]);
    expect(ordered({ kind: 'picture_add', image: 3, place: 'last' }, [one, two], ten)).toEqual([1, 2, 3]);
    expect(ordered({ kind: 'picture_add', image: 3, place: 'last' }, [ten, one], ten)).toEqual([1, 3]);
  });

  test('one is removed or put first by its name, with or without its extension', () => {
    expect(ordered({ kind: 'picture_remove', name: 'selo' }, [one, ten])).toEqual([1]);
    expect(ordered({ kind: 'picture_first', name: 'FOTO 2.JPG' })).toEqual([2, 1]);
    expect(ordered({ kind: 'picture_first', name: 'nenhuma' })).toEqual([1, 2]);
  });

  test('names are sorted with their numbers', () => {
    expect(ordered({ kind: 'pictures_by_name' }, [ten, one, two])).toEqual([2, 1, 3]);
  });
});

test('long texts are cut around their difference', () => {
  const before = `${'a'.repeat(500)}x${'b'.repeat(500)}`;
  const cut = cutAround(before, before.replace('x', 'y'));
  expect(cut.before).toMatch(/^…a{40}xb+…$/);
  expect(cut.after).toMatch(/^…a{40}yb+…$/);
  expect(cutAround('Um.', 'Um. Dois.')).toEqual({ before: 'Um.', after: 'Um. Dois.' });
});
