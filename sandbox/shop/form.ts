import type { FastifyRequest } from 'fastify';
import type { SentFile } from '../mercado-livre/after-sale/files.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf } from '../reading.ts';

type Sent = { form: Fields; file: SentFile | null };

/** The fields of a page's form, and the file if one was chosen. */
export const formOf = async (request: FastifyRequest): Promise<Sent> => {
  if (!request.isMultipart()) return { form: fieldsOf(request.body), file: null };
  const form: Fields = {};
  let file: SentFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      form[part.fieldname] = part.value;
      continue;
    }
    const bytes = await part.toBuffer();
    // A browser sends the field of a file even if none was chosen.
    if (bytes.length > 0) file = { filename: part.filename, bytes };
  }
  return { form, file };
};
