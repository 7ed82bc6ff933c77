import type { examples as pt } from '../pt/business-examples.ts';
import type { Translation } from '../translation.ts';

export const examples: Translation<typeof pt> = {
  product: {
    name: 'Example: Enamel mug 300 ml',
    description:
      'This is an example. Enamelled metal mug, 300 ml, with handle. Safe on the stove and in the dishwasher.\n\nIn a description, give sizes, material and what is in the box.',
    colors: { one: 'Blue', other: 'White' },
  },
  sku: 'EXAMPLE',
  tag: 'Example',
  view: 'Example: with the tag',
};
