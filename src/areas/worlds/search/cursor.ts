import { createCursorParser } from '../../../kernel/contentList/cursor.ts'

/** Parses the place of a world in a list. Throws `invalid` for a cursor of another list. */
export const parseWorldCursor = createCursorParser('wrld')
