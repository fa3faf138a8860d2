import { JsonText } from './jsonText.ts'
import { cachedOf, type RecordSource, type RowVersion } from './recordCache.ts'
import type { Scope } from './scope.ts'

type PresenterOptions = Pick<Scope, 'rules'>

interface PresenterParts<Item, Row extends RowVersion, Shared extends object, Own extends object> {
  /** Name of the record, distinct from those of other presenters. */
  readonly name: string
  /** The database row of what is presented. */
  readonly row: (item: Item) => Row
  /** The members of the record that follow from the row and its revision: their JSON is cached. */
  readonly shared: (options: PresenterOptions, row: Row) => Shared
  /** The other members, which depend on the viewer or the moment. Their names differ from those of `shared`. */
  readonly own: (item: Item, options: PresenterOptions) => Own
}

/** Presents items as records of the REST API: as objects, or as the JSON of those. */
export interface Presenter<Item, R extends object> {
  record(options: PresenterOptions, item: Item): R
  text(source: RecordSource, item: Item): JsonText<R>
  texts(source: RecordSource, items: readonly Item[]): JsonText<R[]>
}

export function definePresenter<Item, Row extends RowVersion, Shared extends object, Own extends object>({
  name,
  row: rowOf,
  shared,
  own,
}: PresenterParts<Item, Row, Shared, Own>): Presenter<Item, Shared & Own> {
  const kind = { name: `JSON of ${name}`, sizeOf: bytesOfText }
  const textOf = (source: RecordSource, item: Item) => {
    const row = rowOf(item)
    const cached = cachedOf(source, kind, row, () => membersOf(shared(source, row)))
    const others = membersOf(own(item, source))
    return `{${cached}${others && ','}${others}}`
  }
  return {
    record: (options, item) => ({ ...shared(options, rowOf(item)), ...own(item, options) }),
    text: (source, item) => new JsonText(textOf(source, item)),
    texts: (source, items) => new JsonText(`[${items.map((item) => textOf(source, item)).join(',')}]`),
  }
}

/** The members of a JSON object, without its braces. */
const membersOf = (record: object): string => JSON.stringify(record).slice(1, -1)

/** Bytes that a text takes in memory: V8 stores a character in two bytes if any of the text is beyond Latin-1. */
const bytesOfText = (text: string): number => text.length * (/[^\0-\xff]/.test(text) ? 2 : 1)
