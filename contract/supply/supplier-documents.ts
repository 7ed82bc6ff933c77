import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { centavos, id, idParams, instant, listQuery, page } from '../primitives.ts';

const document = z
  .object({
    id,
    name: z.string(),
    contentType: z.string(),
    bytes: z.number(),
    createdAt: instant,
    createdBy: z.string(),
    /** Of an NF-e: its type, and the request of its goods. */
    invoice: z
      .object({
        number: z.string(),
        issuedAt: instant,
        totalCentavos: centavos,
        request: z.object({ id, number: z.number() }),
      })
      .nullable(),
  })
  .meta({ id: 'SupplierDocument' });

/** Acts of the entity `suppliers`: papers that were received from a vendor. They name prices. */
export const supplierDocumentEndpoints = {
  documents: endpoint({
    method: 'GET',
    path: '/suppliers/:id/documents',
    permission: 'supplier-documents.read',
    summary: 'Documents of a vendor, newest first',
    params: idParams,
    query: listQuery,
    response: page(document),
  }),
  addDocument: endpoint({
    method: 'POST',
    path: '/suppliers/:id/documents',
    permission: 'suppliers.update',
    summary: 'Store a PDF or picture as a document of a vendor',
    params: idParams,
    files: { max: 1, maxBytes: 5 * 1024 * 1024, accept: 'document' },
    response: document,
    errors: ['file_required', 'unsupported_media_type'],
  }),
  removeDocument: endpoint({
    method: 'DELETE',
    path: '/supplier-documents/:id',
    permission: 'suppliers.update',
    summary: 'Remove a document of a vendor; the NF-e of a request cannot be removed',
    params: idParams,
    errors: ['document_in_use'],
  }),
  downloadDocument: endpoint({
    method: 'GET',
    path: '/supplier-documents/:id/file',
    permission: 'supplier-documents.read',
    summary: 'A document of a vendor, unchanged',
    params: idParams,
    binary: 'file',
  }),
};

export type SupplierDocument = z.output<typeof document>;
