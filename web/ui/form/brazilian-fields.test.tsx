import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { DocumentField, PhoneField, UuidField, ZipField } from './brazilian-fields.tsx';

afterEach(cleanup);

const fields = { document: DocumentField, phone: PhoneField, random: UuidField, zip: ZipField };

function Fields() {
  const [values, setValues] = useState({ document: '', phone: '', random: '', zip: '' });
  return Object.entries(fields).map(([name, Field]) => (
    <Field
      key={name}
      label={name}
      value={values[name as keyof typeof fields]}
      onChange={(value) => setValues((others) => ({ ...others, [name]: value }))}
    />
  ));
}

/** Replaces the whole content of a field by the clipboard, as a browser does. */
function paste(label: string, text: string): string {
  const box = screen.getByLabelText<HTMLInputElement>(label);
  const value = box.maxLength < 0 ? text : text.slice(0, box.maxLength);
  fireEvent.input(box, { target: { value }, inputType: 'insertFromPaste' });
  return box.value;
}

test('reads pasted values with surrounding spaces and names, also when replacing the content', async () => {
  await renderScreen(Fields);
  await screen.findByLabelText('document');
  for (const text of ['529.982.247-25', '52998224725', ' CPF: 529.982.247-25 ', '   529.982.247-25'])
    expect(paste('document', text)).toBe('529.982.247-25');
  for (const text of ['\t12.345.678/0001-95\n', '12345678000195', 'CNPJ 12.345.678/0001-95'])
    expect(paste('document', text)).toBe('12.345.678/0001-95');
  expect(paste('document', '12abc34501de35')).toBe('12.ABC.345/01DE-35');
  for (const text of ['01310100', ' 01310-100', 'CEP 01310-100'])
    expect(paste('zip', text)).toBe('01310-100');
  for (const text of ['11912345678', ' (11) 91234-5678 '])
    expect(paste('phone', text)).toBe('(11) 91234-5678');
  const key = '123e4567-e89b-12d3-a456-426614174000';
  for (const text of [` ${key}`, key.replaceAll('-', '').toUpperCase()])
    expect(paste('random', text)).toBe(key);
});

test('a foreign number and one without an area code are kept as typed', async () => {
  await renderScreen(Fields);
  await screen.findByLabelText('phone');
  for (const text of ['0800 722 1234', '+351 21 123 4567']) expect(paste('phone', text)).toBe(text);
});
