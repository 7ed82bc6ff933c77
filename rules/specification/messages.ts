/** The error catalogue (section 8) as the specification words it in English. */
export const specifiedMessages = [
  'Page not found: {path}',
  'Could not load business data!',
  'Collaborators could not be loaded!',
  'Products could not be loaded!',
  'could not load billing history!',
  'Could not add new collaborator!',
  'Could not remove the collaborator!',
  'Image too big select a smaller image or a lesser number images',
  'Zip Code not found!',
  'Could not send the password recovery request!',
  'Could not send the activation request!',
  'Could not save the bank data!',
  'Could not save the proof of payment!',
  'Could not update supply request status!',
  'Could not complete step!',
  'Could not launch volume!',
  'Could not start balance!',
  'Could not move the volume!',
  'Could not move the products!',
  'Order already packed',
  'Order could not be reset',
  'Could not perform packing confirmation',
  'Could not cancel picking',
  'Could not connect / establish connection!',
  'Could not retrieve connection link!',
  'Could not generate connection link!',
  'Failed to update plan. Please try again.',
  // of section 5
  'Email required',
  'Email must be valid',
  'At least one type of variation type is required!',
  'This type of variation already exists',
  'This file is not an image!',
  'There are unbeeped items',
] as const;

/** What it says only of the Portuguese catalogue: what is meant, and the key that says it in both languages. */
export const specifiedMeanings = {
  'no sale selected': 'errors.no_sale_selected',
  'invalid sale selected': 'errors.invalid_sale_selected',
  'order already canceled': 'errors.order_canceled',
  'order already picked up': 'errors.order_already_collected',
  'unbeeped items remain': 'errors.unbeeped_items',
  'no volume selected': 'errors.no_volume_selected',
  'supply request cannot be edited': 'errors.supply_request_closed',
} as const;

export const messagesNotBuilt: readonly string[] = [];
