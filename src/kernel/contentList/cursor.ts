import { invalidCursor } from '../page.ts'

/** The place of a row in a list. */
export interface ContentCursor {
  readonly rank: number
  readonly start: number
  readonly id: string
  /** The value of the sort column as text; null if the row has none. */
  readonly sorted: string | null
}

/** The text of a cursor, before it is encoded. */
export const cursorText = ({ rank, start, id, sorted }: ContentCursor) =>
  `${rank} ${start} ${id}${sorted === null ? '' : ` =${sorted}`}`

/** The key of a row in a list that is sorted by the time of the last change. */
export const keyByUpdate = ({ id, updatedAt }: { readonly id: string; readonly updatedAt: Date }): string =>
  cursorText({ rank: 0, start: 0, id, sorted: timeText(updatedAt) })

/** A time as PostgreSQL writes it in UTC: without zeros at the end of the fraction. */
const timeText = (time: Date): string =>
  time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '+00')

/** A parser of the cursors of rows whose ids have a prefix. It throws `invalid` for a cursor of another list. */
export function createCursorParser(idPrefix: string): (text: string, field: string) => ContentCursor {
  const format = new RegExp(`^(\\d) (\\d{1,10}) (${idPrefix}_\\S{36}) ?(?:=(.*))?$`, 's')
  return (text, field) => {
    const [, rank, start, id, sorted] = format.exec(text) ?? []
    if (id === undefined) throw invalidCursor(field)
    return { rank: Number(rank), start: Number(start), id, sorted: sorted ?? null }
  }
}
