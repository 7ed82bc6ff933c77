import { Select } from '@mantine/core';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { changeSet } from '#contract/change-set.ts';
import { endpoint, entity } from '#contract/endpoint.ts';
import { name, quantity } from '#contract/primitives.ts';
import { problem, renderScreen } from '../render-screen.tsx';
import { toast, toasts } from '../toasts.ts';
import { changesOf, newTempId } from './collection.ts';
import { anyDirty } from './dirty.ts';
import { Form, FormBar } from './Form.tsx';
import type { FlatErrors } from './field-errors.ts';
import { useForm } from './form-state.ts';
import { ImagesField } from './ImagesField.tsx';
import type { ImageItem } from './ImagesList.tsx';
import { NumberField } from './NumberField.tsx';
import { TextField } from './TextField.tsx';

const line = z.strictObject({ sku: name, quantity });
const update = endpoint({
  method: 'PATCH',
  path: '/products/:id',
  permission: 'products.update',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name, lines: changeSet(line, line.partial()).optional() }),
  response: z.object({ version: z.number() }),
});

entity('lab', { update });

type Line = { id?: number; tempId?: string; sku: string; quantity: number | null };
const saved: Line[] = [{ id: 7, sku: 'A', quantity: 1 }];

let isUnread = false;

function ProductForm() {
  const form = useForm({
    endpoint: update,
    initial: { name: 'Caneca', lines: [...saved, { tempId: 'new-1', sku: 'B', quantity: 2 }] as Line[] },
    version: 3,
    success: 'Salvo',
    send: (values, version) => ({
      params: { id: 1 },
      version,
      body: {
        name: values.name,
        lines: changesOf(saved, values.lines, ({ sku, quantity }) => ({ sku, quantity: quantity ?? 0 })),
      },
    }),
    conflict: {
      load: async () => {
        if (isUnread) throw new Error('no answer');
        return { values: { name: 'Outra', lines: saved }, version: 9 };
      },
    },
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label="Nome" />
      {form.values.lines.map((item, index) => (
        <TextField
          key={item.id ?? item.tempId}
          {...form.field(`lines.${index}.sku`)}
          label={`SKU ${index}`}
        />
      ))}
      <NumberField {...form.field('lines.1.quantity')} label="Quantidade" />
      <button
        type="button"
        onClick={() =>
          form.set(
            'lines',
            form.values.lines.map((item) => ({ ...item, quantity: (item.quantity ?? 0) * 2 })),
          )
        }
      >
        Dobrar
      </button>
      <button type="button" onClick={() => form.remove('lines', 0)}>
        Tirar a primeira
      </button>
      <FormBar form={form} />
    </Form>
  );
}

const nameField = () => screen.getByLabelText<HTMLInputElement>('Nome');
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

afterEach(() => {
  cleanup();
  isUnread = false;
  for (const { id } of toasts.get()) toast.close(id);
  vi.unstubAllGlobals();
});

test('the schema refuses before sending, and the focus moves to the field', async () => {
  const { calls } = await renderScreen(ProductForm);
  type(nameField(), '');
  save();
  await screen.findByText('Obrigatório');
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  expect(calls.filter((call) => call.name.startsWith('PATCH'))).toEqual([]);
});

test("shows the server's errors at their items, the rest above, and no toast for them", async () => {
  const errors = {
    lines: { create: { 'new-1': { sku: [{ code: 'sku_taken', message: 'Este SKU já está em uso' }] } } },
    other: [{ code: 'invalid', message: 'Nada a ver' }],
  };
  await renderScreen(ProductForm, {
    server: () => ({ status: 422, body: problem(422, 'invalid', { errors }) }),
  });
  save();
  await screen.findByText('Este SKU já está em uso');
  expect(screen.getByLabelText('SKU 1').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('SKU 0').getAttribute('aria-invalid')).not.toBe('true');
  expect((await screen.findByRole('alert')).textContent).toContain('Nada a ver');
  expect(toasts.get()).toEqual([]);
});

test('typed data is unsaved until the server has stored it', async () => {
  const { calls } = await renderScreen(ProductForm, { server: () => ({ body: { version: 4 } }) });
  expect(anyDirty()).toBe(false);
  type(nameField(), 'Xícara');
  await screen.findByText('Alterações não salvas');
  expect(anyDirty()).toBe(true);
  save();
  await screen.findByText('Salvo');
  expect(anyDirty()).toBe(false);
  type(nameField(), 'Copo');
  save();
  await waitFor(() => expect(calls.filter((call) => call.name.startsWith('PATCH'))).toHaveLength(2));
  expect(calls.at(-1)?.headers.get('if-match')).toBe('"4"');
});

test('a repeat after an unknown outcome uses the same key, another act a new one', async () => {
  const { calls } = await renderScreen(ProductForm, {
    server: () => ({ status: 503, body: problem(503, 'unavailable') }),
  });
  const keys = () =>
    calls.filter((call) => call.name.startsWith('PATCH')).map((call) => call.headers.get('idempotency-key'));
  save();
  await screen.findByText('Serviço indisponível no momento. Tente novamente.');
  save();
  await waitFor(() => expect(keys()).toHaveLength(2));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Salvar' }).hasAttribute('data-loading')).toBe(false),
  );
  type(nameField(), 'Copo');
  save();
  await waitFor(() => expect(keys()).toHaveLength(3));
  expect(keys()[1]).toBe(keys()[0]);
  expect(keys()[2]).not.toBe(keys()[0]);
});

test("after a concurrent change both versions are shown, and one's own overwrites only when chosen", async () => {
  let current = 9;
  const { calls } = await renderScreen(ProductForm, {
    server: ({ headers }) =>
      headers.get('if-match') === `"${current}"`
        ? { body: { version: ++current } }
        : { status: 412, body: problem(412, 'stale_version') },
  });
  type(nameField(), 'Minha');
  save();
  await screen.findByText('Outra pessoa alterou este registro');
  expect(within(screen.getByRole('table')).getByText('Nome')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Minha' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Outra' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar a minha versão' }));
  await screen.findByText('Salvo');
  expect(calls.at(-1)?.body).toMatchObject({ name: 'Minha' });
});

/** Each render creates its first line again. */
function NewProductForm() {
  const [clicks, setClicks] = useState(0);
  const form = useForm({
    endpoint: update,
    initial: { name: '', lines: [{ tempId: newTempId(), sku: '', quantity: 1 }] as Line[] },
    send: () => ({ params: { id: 1 }, body: { name: '' } }),
  });
  return (
    <button type="button" onClick={() => setClicks(clicks + 1)}>
      {clicks} {form.values.lines[0]?.tempId}
    </button>
  );
}

test('an empty line created by each render does not reset the form', async () => {
  await renderScreen(NewProductForm);
  const button = screen.getByRole('button');
  const [, first] = button.textContent.split(' ');
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button.textContent).toBe(`2 ${first}`);
});

test('why a save failed is shown beside the button until the next attempt, longer than its toast', async () => {
  let isDown = true;
  await renderScreen(ProductForm, {
    server: () => (isDown ? { status: 503, body: problem(503, 'unavailable') } : { body: { version: 4 } }),
  });
  type(nameField(), 'Xícara');
  save();
  const reason = 'Não foi possível salvar! Serviço indisponível no momento. Tente novamente.';
  await screen.findByText(reason);
  for (const { id } of toasts.get()) toast.close(id);
  expect(screen.getByText(reason)).toBeTruthy();
  isDown = false;
  save();
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
});

test('an error of a line is kept until that line changes, and the bar counts it', async () => {
  const taken = { sku: [{ code: 'sku_taken', message: 'Este SKU já está em uso' }] };
  await renderScreen(ProductForm, {
    server: () => ({
      status: 422,
      body: problem(422, 'invalid', { errors: { lines: { create: { 'new-1': taken } } } }),
    }),
  });
  save();
  await screen.findByText('1 campo para corrigir');
  fireEvent.click(screen.getByRole('button', { name: 'Dobrar' }));
  expect(screen.getByLabelText<HTMLInputElement>('Quantidade').value).toBe('4');
  expect(screen.getByText('Este SKU já está em uso')).toBeTruthy();
  type(screen.getByLabelText('SKU 1'), 'C');
  expect(screen.queryByText('Este SKU já está em uso')).toBeNull();
  expect(screen.getByText('Alterações não salvas')).toBeTruthy();
});

test('the focus moves to a message without a visible field', async () => {
  const errors = { other: [{ code: 'invalid', message: 'Nada a ver' }] };
  await renderScreen(ProductForm, {
    server: () => ({ status: 422, body: problem(422, 'invalid', { errors }) }),
  });
  save();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('other: Nada a ver'));
});

test('a refusal without a field is reported', async () => {
  await renderScreen(ProductForm, {
    server: () => ({ status: 422, body: problem(422, 'invalid', { errors: {} }) }),
  });
  save();
  await waitFor(() => expect(toasts.get()).toMatchObject([{ tone: 'bad' }]));
});

test('reports that the concurrent version cannot be read', async () => {
  isUnread = true;
  await renderScreen(ProductForm, {
    server: () => ({ status: 412, body: problem(412, 'stale_version') }),
  });
  save();
  await waitFor(() => expect(toasts.get()).toMatchObject([{ tone: 'bad' }]));
});

function PhotosForm() {
  const form = useForm({
    endpoint: update,
    initial: { name: 'Caneca', images: [] as ImageItem[] },
    send: ({ name }) => ({ params: { id: 1 }, body: { name } }),
    check: ({ images }): FlatErrors => (images.length === 0 ? { images: 'Falta uma foto' } : {}),
  });
  return (
    <Form form={form}>
      <ImagesField {...form.field('images')} label="Fotos" upload={async () => []} />
      <FormBar form={form} />
    </Form>
  );
}

test('the focus moves to missing photos', async () => {
  await renderScreen(PhotosForm);
  save();
  await screen.findByText('Falta uma foto');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-invalid')).toBe('true'));
  expect(screen.getByText('1 campo para corrigir')).toBeTruthy();
});

test('clears errors of lines after one is removed, because the indexes change', async () => {
  const errors = { lines: { update: { 7: { other: [{ code: 'invalid', message: 'Esta linha não' }] } } } };
  await renderScreen(ProductForm, {
    server: () => ({ status: 422, body: problem(422, 'invalid', { errors }) }),
  });
  save();
  await screen.findByText('1 campo para corrigir');
  fireEvent.click(screen.getByRole('button', { name: 'Tirar a primeira' }));
  expect(screen.queryByText('1 campo para corrigir')).toBeNull();
});

function CoverForm() {
  const form = useForm({
    endpoint: update,
    initial: { name: 'Caneca', cover: null },
    send: ({ name }) => ({ params: { id: 1 }, body: { name } }),
    check: (): FlatErrors => ({ cover: 'Falta a capa' }),
  });
  return (
    <Form form={form}>
      <button type="button" data-invalid={form.errorOf('cover') ? true : undefined}>
        Capa
      </button>
      <FormBar form={form} />
    </Form>
  );
}

test('the focus moves to a button with an error', async () => {
  await renderScreen(CoverForm);
  save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Capa' })));
});

/** As the build has it: the schema comes when the form asks for it. */
let arrived = Promise.withResolvers<Record<string, typeof update>>();

function DeferredForm() {
  const form = useForm({
    endpoint: { ...update, schemas: () => arrived.promise },
    initial: { name: '' },
    send: ({ name }) => ({ params: { id: 1 }, body: { name } }),
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label="Nome" />
      <FormBar form={form} />
    </Form>
  );
}

const patches = (calls: readonly { name: string }[]) => calls.filter(({ name }) => name.startsWith('PATCH'));

test('a form that is submitted before its schema has arrived shows progress, and is checked when it arrives', async () => {
  arrived = Promise.withResolvers();
  const { calls } = await renderScreen(DeferredForm);
  const button = screen.getByRole('button', { name: 'Salvar' });
  button.focus();
  save();
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(true));
  arrived.resolve({ update });
  await screen.findByText('Obrigatório');
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  expect(button.hasAttribute('data-loading')).toBe(false);
  expect(patches(calls)).toEqual([]);
});

test('two submits before the schema has arrived send once', async () => {
  arrived = Promise.withResolvers();
  const { calls } = await renderScreen(DeferredForm);
  type(nameField(), 'Caneca');
  save();
  save();
  arrived.resolve({ update });
  await waitFor(() => expect(patches(calls)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Há mudanças não salvas')).toBeNull());
  expect(patches(calls)).toHaveLength(1);
});

test('without its schema a form sends, and the server checks', async () => {
  arrived = Promise.withResolvers();
  arrived.reject(new Error('Failed to fetch dynamically imported module'));
  const errors = { name: [{ code: 'required', message: 'Escreva o nome' }] };
  await renderScreen(DeferredForm, {
    server: () => ({ status: 422, body: problem(422, 'invalid', { errors }) }),
  });
  save();
  await screen.findByText('Escreva o nome');
});

const useNameForm = () =>
  useForm({
    endpoint: update,
    initial: { name: 'Jarra' },
    send: (values) => ({ params: { id: 2 }, body: values }),
  });

function FormWithDialog() {
  const outer = useNameForm();
  return (
    <Form form={outer}>
      <TextField {...outer.field('name')} label="Fora" />
      {createPortal(<ProductForm />, document.body)}
    </Form>
  );
}

test('a form in a dialog of another form does not submit the other one', async () => {
  const { calls } = await renderScreen(FormWithDialog, { server: () => ({ body: { version: 4 } }) });
  const sent = () =>
    calls.filter(({ name: called }) => called.startsWith('PATCH')).map(({ name: called }) => called);
  type(nameField(), 'Xícara');
  save();
  await waitFor(() => expect(anyDirty()).toBe(false));
  expect(sent()).toEqual([expect.stringContaining('/products/1')]);
});

function FormWithList() {
  const form = useNameForm();
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label="Nome" />
      <Select label="Lista" searchable data={['Azul', 'Verde']} />
    </Form>
  );
}

test('Enter in a field with an open list submits nothing; in a text field it submits', async () => {
  await renderScreen(FormWithList);
  const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
  const list = screen.getByRole('combobox', { name: 'Lista' });
  list.focus();
  fireEvent.change(list, { target: { value: 'xyz' } });
  await waitFor(() => expect(list.getAttribute('aria-expanded')).toBe('true'));
  // False: the browser does not go on to submit the form.
  expect(enter(list)).toBe(false);
  expect(enter(nameField())).toBe(true);
});
