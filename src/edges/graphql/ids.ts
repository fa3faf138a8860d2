import { Failure } from '../../kernel/failure.ts'
import { type Id, type IdKind, isId } from '../../kernel/ids.ts'

/** A text as an id of its kind. A malformed id can't name anything, so it is refused like an unknown one. */
export function idOf<K extends IdKind>(kind: K, text: string, what: string): Id<K> {
  if (isId(kind, text)) return text
  throw new Failure('missing', `${what} not found`)
}
