import type { ConsoleItemFragment } from '../../../generated/graphql.ts'
import type { CsvRow } from '../kit/csv.ts'

/** Content in a table, whose rows have an id. */
export interface ItemRow extends ConsoleItemFragment {
  readonly id: string
}

/** Content as a row of a table. */
export const rowOf = (item: ConsoleItemFragment): ItemRow => ({ ...item, id: item.contentId })

export const EXPORTED_COLUMNS = [
  ...['contentId', 'kind', 'name', 'authorId', 'author', 'createdAt', 'updatedAt', 'state', 'tags', 'openReportCount'],
  ...['hiddenAt', 'hiddenBy', 'reason'],
]

/** Content as a row of a CSV file. */
export const csvRowOf = ({ author, hiding, tags, ...item }: ConsoleItemFragment): CsvRow => ({
  ...{ contentId: item.contentId, kind: item.kind, name: item.name ?? null, state: item.state },
  ...{ createdAt: item.createdAt, updatedAt: item.updatedAt, openReportCount: item.openReportCount },
  authorId: author?.id ?? null,
  author: author?.displayName ?? null,
  tags: tags.join(' '),
  ...hidingColumns(hiding),
})

const hidingColumns = (hiding: ConsoleItemFragment['hiding']): CsvRow => ({
  hiddenAt: hiding?.hiddenAt ?? null,
  hiddenBy: hiding?.hiddenBy?.displayName ?? null,
  reason: hiding?.reason ?? null,
})
