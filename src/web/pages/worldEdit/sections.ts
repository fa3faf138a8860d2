/** The parts of the page by which an author changes a world, by their place in the address. */
export const WORLD_SECTIONS = [
  ...(['details', 'discovery', 'packages', 'picture'] as const),
  ...(['publishing', 'feedback', 'deletion'] as const),
] as const
export type WorldSection = (typeof WORLD_SECTIONS)[number]

export const isWorldSection = (text: string): text is WorldSection => WORLD_SECTIONS.some((one) => one === text)
