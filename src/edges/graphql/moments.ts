import { type Moment, momentIn, type Stretch } from '../../kernel/page.ts'
import type { Window } from './keyset.ts'

const KEY = /^(\d{4}-\S+Z) (\w+_[\w-]+)$/

/** The key of a row in a list that is ordered by a time, the latest first, and then by id. */
export const momentKey = ({ at, id }: Moment): string => `${at.toISOString()} ${id}`

function momentOf(side: 'after' | 'before', key: string | undefined): Moment | undefined {
  if (key === undefined) return undefined
  const [time = '', id = ''] = KEY.exec(key)?.slice(1) ?? []
  return { at: momentIn(side, time), id }
}

/** A page in the words of time. Throws `invalid` for a cursor of another list. */
export const stretchOf = ({ after, before, limit, inverted }: Window): Stretch => ({
  earlierThan: momentOf('after', after),
  laterThan: momentOf('before', before),
  inverted,
  limit,
})
