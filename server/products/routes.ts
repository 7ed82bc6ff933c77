import { api } from '#contract/index.ts';
import { createTag, removeTag, updateTag } from '#server/business/tags/tags.ts';
import { exportList } from '#server/http/export.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import { listCategories } from './category.queries.ts';
import {
  createCategory,
  listChildren,
  moveCategories,
  readCategory,
  removeCategory,
  updateCategory,
} from './category.ts';
import { listImages } from './images/image.queries.ts';
import { openImage, removeImage, renameImage, uploadImages } from './images/image.ts';
import { saveWithPictures } from './images/product-pictures.ts';
import { listProducts } from './product.queries.ts';
import { createProduct, readProduct, removeProduct, updateProduct } from './product.ts';
import { removeProducts, updateProducts } from './product-bulk.ts';
import { listProductVariations, productExportColumns } from './product-export.ts';
import { listProductLabels, productZpl, readProductLabels } from './product-label.ts';
import { productsPdf } from './product-label-pdf.ts';
import { readProductSeries } from './product-series.ts';
import { listProductTags, productTags, shapeProductTag } from './product-tag.ts';
import { listVariations } from './variation.queries.ts';

export const categoryRoutes: Handlers<typeof api.categories> = {
  list: ({ tx, actor, query }) => listCategories(tx, actor, query),
  children: ({ tx, actor, params, query }) => listChildren(tx, actor, params.id, query),
  detail: ({ tx, actor, params }) => readCategory(tx, actor, params.id),
  create: ({ tx, actor, body }) => createCategory(tx, actor, body),
  update: ({ tx, actor, params, body, version }) => updateCategory(tx, actor, params.id, body, version),
  bulkUpdate: ({ tx, actor, body }) => moveCategories(tx, actor, body),
  remove: ({ tx, actor, params }) => removeCategory(tx, actor, params.id),
};

export const productRoutes: Handlers<typeof api.products> = {
  list: ({ tx, actor, query }) => listProducts(tx, actor, query),
  export: exportList(api.products.export, {
    name: (words) => words.products.title,
    list: listProductVariations,
    columns: productExportColumns,
  }),
  detail: ({ tx, actor, params }) => readProduct(tx, actor, params.id),
  series: ({ tx, actor, params }) => readProductSeries(tx, actor, params.id),
  create: {
    plain: ({ tx, actor, body }) => createProduct(tx, actor, body),
    withFiles: (call) => saveWithPictures(call, call.body, (tx, body) => createProduct(tx, call.actor, body)),
  },
  update: {
    plain: ({ tx, actor, params, body, version }) => updateProduct(tx, actor, params.id, body, version),
    withFiles: (call) =>
      saveWithPictures(call, call.body, (tx, body) =>
        updateProduct(tx, call.actor, call.params.id, body, call.version),
      ),
  },
  bulkUpdate: ({ tx, actor, body }) => updateProducts(tx, actor, body),
  bulkRemove: ({ tx, actor, body }) => removeProducts(tx, actor, body),
  remove: ({ tx, actor, params }) => removeProduct(tx, actor, params.id),
};

export const productVariationRoutes: Handlers<typeof api.productsVariations> = {
  list: ({ tx, actor, query }) => listVariations(tx, actor, query),
  export: exportList(api.productsVariations.export, {
    name: (words) => words.products.variations,
    list: listVariations,
    columns: {
      id: { label: (words) => words.products.id, value: (row) => String(row.id) },
      product: { label: (words) => words.products.product, value: (row) => row.product.name },
      name: { label: (words) => words.products.variation, value: (row) => row.name },
      sku: { label: (words) => words.products.sku, value: (row) => row.sku },
      gtin: { label: (words) => words.products.gtin, value: (row) => row.gtin },
      weight: {
        label: (words) => words.products.weight,
        value: (row) => row.weight,
        kind: 'number',
      },
      cost: {
        label: (words) => words.products.cost,
        value: (row) => row.costCentavos,
        kind: 'money',
        priced: true,
      },
      available: {
        label: (words) => words.products.available,
        value: (row) => row.available,
        kind: 'number',
      },
    },
  }),
};

export const productLabelRoutes: Handlers<typeof api.productsLabels> = {
  list: ({ tx, actor, query }) => listProductLabels(tx, actor, query),
  pdf: async ({ tx, actor, query }) => ({
    bytes: await productsPdf(await readProductLabels(tx, actor, query.labels), query.size),
    contentType: 'application/pdf',
    name: 'labels.pdf',
  }),
  zpl: async ({ tx, actor, query }) => ({
    bytes: Buffer.from((await readProductLabels(tx, actor, query.labels)).map(productZpl).join('')),
    contentType: 'application/zpl; charset=utf-8',
    name: 'labels.zpl',
  }),
};

export const productTagRoutes: Handlers<typeof api.productsTags> = {
  list: ({ tx, actor, query }) => listProductTags(tx, actor, query),
  create: async ({ tx, actor, body }) => shapeProductTag(await createTag(tx, actor, productTags, body)),
  update: async ({ tx, actor, params, body, version }) =>
    shapeProductTag(await updateTag(tx, actor, productTags, params.id, body, version)),
  remove: async ({ tx, actor, params }) => ({
    products: await removeTag(tx, actor, productTags, params.id),
  }),
};

export const imageRoutes: Handlers<typeof api.images> = {
  list: ({ tx, actor, query }) => listImages(tx, actor, query),
  create: remote((call) => uploadImages(call, call.outside.storage, call.actor, call.files)),
  update: ({ tx, actor, params, body }) => renameImage(tx, actor, params.id, body.name),
  remove: ({ tx, actor, params }) => removeImage(tx, actor, params.id),
  file: remote(({ params, outside, transact }) => openImage(transact, outside.storage, params.id, 'file_id')),
  thumbnail: remote(({ params, outside, transact }) =>
    openImage(transact, outside.storage, params.id, 'thumbnail_file_id'),
  ),
};
