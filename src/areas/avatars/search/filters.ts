import { createCursorParser } from '../../../kernel/contentList/cursor.ts'
import type { ContentFilter } from '../../../kernel/contentList/filters.ts'
import type { AvatarSortName } from './sorts.ts'

/** Filter and order of a list of avatars; omitted members do not narrow it. */
export interface AvatarFilter extends ContentFilter {
  readonly sort?: AvatarSortName | undefined
}

/** Parses the place of an avatar in a list. Throws `invalid` for a cursor of another list. */
export const parseAvatarCursor = createCursorParser('avtr')
