import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Column } from './ConsoleTable.tsx'
import type { RowKey } from './useRowKeys.ts'

interface SelectionOptions<Row> {
  readonly rows: readonly Row[] | undefined
  /** Header of the column, for who does not see it. */
  readonly header: string
  /** What the box of a row is called. */
  readonly labelOf: (row: Row) => string
  /** What the key of the row does, for the help. */
  readonly keyLabel: string
}

/** Rows of a table that are chosen by a box or the key `s`; what has left the table is chosen no more. */
export function useSelection<Row extends { readonly id: string }>(options: SelectionOptions<Row>) {
  const { rows = [], header, labelOf, keyLabel } = options
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = ({ id }: Row) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const column: Column<Row> = {
    name: 'selection',
    header,
    cell: (row) => <Checkbox aria-label={labelOf(row)} checked={chosen.has(row.id)} onChange={() => toggle(row)} />,
  }
  const key: RowKey<Row> = { key: 's', label: keyLabel, run: toggle }
  return { selected, column, key, clear: () => setChosen(new Set()) }
}
