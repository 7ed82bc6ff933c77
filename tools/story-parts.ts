/**
 * The stories of the campaigns in parts of about the same time: the walk over the screens, and the other files by the
 * first letter of their names.
 */
export const campaignStoryParts = ['campaigns-screens', 'campaigns-a-l', 'campaigns-m-z'] as const;

/** What `E2E_PART` may be: the stories of `npm test`, those of the campaigns, or a part of these. */
export const storyParts = ['tests', 'campaigns', ...campaignStoryParts] as const;
export type StoryPart = (typeof storyParts)[number];

export function storyPartOf(text: string | undefined): StoryPart | undefined {
  const part = storyParts.find((name) => name === text);
  if (text !== undefined && part === undefined) throw new Error(`No such part of the stories: ${text}.`);
  return part;
}
