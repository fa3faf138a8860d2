/** What worlds are sorted by, and the word for it on the wire. Each has one meaning, which stands here. */
export interface Sort {
  /** Of World; the lists of all, active, recent and favorite worlds know it alike. */
  readonly column: Column
  readonly type: 'bigint' | 'text' | 'timestamptz'
  readonly meaning: string
  /** Worlds without a value come last, in either order. */
  readonly nullable?: true
  /** The list begins somewhere among the keys and goes round: at another place each UTC day, or each time. */
  readonly begins?: 'daily' | 'anew'
  /** For others than admins it is popularity: what people report is nobody else's business. */
  readonly adminOnly?: true
}

export type Column =
  | 'createdAt'
  | 'favorites'
  | 'heat'
  | 'labsPublicationDate'
  | 'magic'
  | 'nameKey'
  | 'popularity'
  | 'publicationDate'
  | 'relevance'
  | 'reportCount'
  | 'reportScore'
  | 'shuffleKey'
  | 'trust'
  | 'updatedAt'

const number = (column: Column, meaning: string): Sort => ({ column, type: 'bigint', meaning })
const time = (column: Column, meaning: string): Sort => ({ column, type: 'timestamptz', meaning })

const CREATED = time('createdAt', 'When the world was made.')
const UPDATED = time('updatedAt', 'When its author last changed it.')

export const SORTS = {
  _created_at: CREATED,
  _updated_at: UPDATED,
  created: CREATED,
  favorites: number('favorites', 'How many people have it among their favorites.'),
  heat: number('heat', 'How lively it was in the last 24 hours, 0 to 10.'),
  labsPublicationDate: {
    ...time('labsPublicationDate', 'When it was last published by its author.'),
    nullable: true,
  },
  magic: number('magic', 'What is lively now, and among the equally lively what has long been popular.'),
  name: { column: 'nameKey', type: 'text', meaning: 'Its name, whatever the case of the letters.' },
  order: time('createdAt', 'The order in which worlds came: the same as created.'),
  popularity: number('popularity', 'How much it was visited in the last 30 days, 0 to 10.'),
  publicationDate: { ...time('publicationDate', 'When the platform approved it.'), nullable: true },
  random: { ...number('shuffleKey', 'The shuffle, begun at another place each time.'), begins: 'anew' },
  relevance: number('relevance', 'How like the searched text its name is; without a text, favorites in 1,000 visits.'),
  reportCount: { ...number('reportCount', 'How many reports there are about it.'), adminOnly: true },
  reportScore: { ...number('reportScore', 'How much those reports weigh.'), adminOnly: true },
  shuffle: { ...number('shuffleKey', 'An order without meaning that stays the same for a UTC day.'), begins: 'daily' },
  trust: number('trust', 'How far the platform trusts its author, 0 to 4.'),
  updated: UPDATED,
} as const satisfies Record<string, Sort>

export type SortName = keyof typeof SORTS
