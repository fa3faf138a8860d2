import { bytesWithin, listRecords, type RecordSource, type RowKind, type RowVersion, recordOfRow } from './records.ts'
import type { Scope } from './scope.ts'
import { JsonText } from './texts.ts'

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
interface Presenter<Item, R extends object> {
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
  const kind = {
    name: `JSON of ${name}`,
    make: (options: PresenterOptions, row: Row) => membersOf(shared(options, row)),
    sizeOf: bytesOfText,
  }
  const textOf = (source: RecordSource, item: Item) => joined(recordOfRow(source, kind, rowOf(item)), own(item, source))
  return {
    record: (options, item) => ({ ...shared(options, rowOf(item)), ...own(item, options) }),
    text: (source, item) => new JsonText(textOf(source, item)),
    texts: (source, items) => new JsonText(arrayOf(items.map((item) => textOf(source, item)))),
  }
}

interface ListPresenterParts<Version, Row extends RowVersion, Kept, Shared extends object, Own extends object> {
  /** Name of the record, distinct from those of other presenters. */
  readonly name: string
  readonly rows: RowKind<Row>
  /** The members of the record that follow from the row and its revision: their JSON is cached. */
  readonly shared: (options: PresenterOptions, row: Row) => Shared
  /** What `own` needs of the row, to be cached with the JSON. */
  readonly kept: (row: Row) => Kept
  /** The other members, which depend on the viewer or the moment. Their names differ from those of `shared`. */
  readonly own: (version: Version, kept: Kept) => Own
}

/** Presents lists as the JSON of their records, without reading the rows whose JSON is cached. */
interface ListPresenter<Version, R extends object> {
  /** `list` reads the versions of the rows that the viewer may see, again if one has changed before its row was read. */
  list(source: RecordSource, list: () => Promise<readonly Version[]>): Promise<JsonText<R[]>>
}

export function defineListPresenter<
  Version extends RowVersion,
  Row extends RowVersion,
  Kept,
  Shared extends object,
  Own extends object,
>({
  name,
  rows: { readRows },
  shared,
  kept,
  own,
}: ListPresenterParts<Version, Row, Kept, Shared, Own>): ListPresenter<Version, Shared & Own> {
  const kind = {
    name: `JSON of ${name}`,
    readRows,
    make: (options: PresenterOptions, row: Row) => ({ text: membersOf(shared(options, row)), kept: kept(row) }),
    sizeOf: (record: { readonly text: string; readonly kept: Kept }) =>
      bytesOfText(record.text) + bytesWithin(record.kept),
  }
  return {
    async list(source, list) {
      const listed = await listRecords(source, kind, list)
      return new JsonText(arrayOf(listed.map(({ row, record }) => joined(record.text, own(row, record.kept)))))
    },
  }
}

/** For rows of which `own` needs nothing. */
export const nothingKept = () => undefined

const arrayOf = (texts: readonly string[]) => `[${texts.join(',')}]`

/** The JSON of an object with members that are written already, and further ones. */
function joined(members: string, more: object): string {
  const others = membersOf(more)
  return `{${members}${others && ','}${others}}`
}

/** The members of a JSON object, without its braces. */
const membersOf = (record: object): string => JSON.stringify(record).slice(1, -1)

/** Bytes that a text takes in memory: V8 stores a character in two bytes if any of the text is beyond Latin-1. */
const bytesOfText = (text: string): number => text.length * (/[^\0-\xff]/.test(text) ? 2 : 1)
