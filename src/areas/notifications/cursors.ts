import { DAY, later } from '../../kernel/clock.ts'
import { invalid } from '../../kernel/failure.ts'

/** How long feeds are kept: whoever comes back later loads the lists anew. */
export const FEED_KEPT = 7 * DAY

/** A place in a feed: after the entry of this number, at this moment. */
export interface FeedPlace {
  readonly seq: bigint
  readonly at: Date
}

/** Opaque to clients: base64url of `<number>.<milliseconds>`. */
export const cursorOf = ({ seq, at }: FeedPlace): string => Buffer.from(`${seq}.${at.getTime()}`).toString('base64url')

const expired = () =>
  invalid('after', 'The cursor is too old to go on from: load the notifications anew', 'cursor_expired')

/**
 * The number of the entry that a cursor stands at. Throws `invalid` with the code `cursor_expired` when what came after
 * may be kept no more, or when the feed never got so far; without the code for what is no cursor at all.
 */
export function readCursor(cursor: string, head: bigint, now: Date): bigint {
  const [, seq, at] = /^(\d{1,18})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (seq === undefined || at === undefined) throw invalid('after', 'after must be a cursor of the feed')
  if (BigInt(seq) > head || Number(at) < later(now, -FEED_KEPT).getTime()) throw expired()
  return BigInt(seq)
}
