/**
 * Validation rules (section 5): the code of the refusal, and the endpoint that refuses. Codes of fields are named by a
 * schema of the contract; the others are raised by a rule of the server and named by the endpoint.
 */
export const specifiedRules = {
  'forgot password: email required': 'auth.forgotPassword refuses email_required',
  'forgot password: email must be valid': 'auth.forgotPassword refuses email_invalid',
  'resend activation: email required': 'auth.resendActivation refuses email_required',
  'resend activation: email must be valid': 'auth.resendActivation refuses email_invalid',
  'product: at least one attribute type': 'products.create refuses attribute_type_required',
  'product: no attribute type twice': 'products.create refuses attribute_type_duplicate',
  'images: must be images': 'images.create fails not_an_image',
  'images: not too large': 'images.create fails image_too_big',
  'publication: only of an advertisement with dropshipping':
    'advertisementsPublications.create fails no_dropshipping',
  'packing: no unbeeped items': 'checkout.confirmPacking fails unbeeped_items',
  'picking: no unbeeped products': 'picking.finish fails unbeeped_items',
} as const;

/** The input that a schema has to refuse. */
export const refusedBodies: Record<string, unknown> = {
  'forgot password: email required': {},
  'forgot password: email must be valid': { email: 'mariana' },
  'resend activation: email required': {},
  'resend activation: email must be valid': { email: 'mariana' },
  'product: at least one attribute type': { name: 'Caneca', attributeTypes: [], variations: {} },
  'product: no attribute type twice': { name: 'Caneca', attributeTypes: ['Cor', 'Color'], variations: {} },
};
