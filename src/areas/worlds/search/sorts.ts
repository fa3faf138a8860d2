import type { World } from '../../../generated/prisma/client.ts'
import { numberSort as number, type SortRule, timeSort as time } from '../../../kernel/contentList/sorts.ts'

/** A sort of worlds, by its name on the wire. */
export type WorldSortRule = SortRule<keyof World>

const BY_CREATION = time('createdAt', 'Time of creation.')
const BY_UPDATE = time('updatedAt', 'Time of the last change by the author.')

export const WORLD_SORTS = {
  _created_at: BY_CREATION,
  _updated_at: BY_UPDATE,
  created: BY_CREATION,
  favorites: number('favorites', 'Number of people who have the world as a favorite.'),
  heat: number('heat', 'Rank by visitors of the last 24 hours, 0 to 10.'),
  labsPublicationDate: {
    ...time('labsPublicationDate', 'Time when the author last published the world.'),
    nullable: true,
  },
  magic: number('magic', 'Heat, and popularity among worlds of equal heat.'),
  name: { column: 'nameKey', type: 'text', description: 'Name, ignoring case.' },
  order: time('createdAt', 'Time of creation, like `created`.'),
  popularity: number('popularity', 'Rank by visitors of the last 30 days, 0 to 10.'),
  publicationDate: { ...time('publicationDate', 'Time when the platform approved the world.'), nullable: true },
  random: { ...number('shuffleKey', 'A random order for each request.'), start: 'perRequest' },
  relevance: number(
    'relevance',
    'Similarity of the name to the searched text; without one, favorites per 1,000 visits.',
  ),
  reportCount: { ...number('reportCount', 'Number of open reports. Admins only.'), adminOnly: true },
  reportScore: { ...number('reportScore', 'Weight of the open reports. Admins only.'), adminOnly: true },
  shuffle: { ...number('shuffleKey', 'A random order that stays the same for a UTC day.'), start: 'daily' },
  trust: number('trust', 'Trust level of the author, 0 to 4.'),
  updated: BY_UPDATE,
} as const satisfies Record<string, WorldSortRule>

export type WorldSortName = keyof typeof WORLD_SORTS
