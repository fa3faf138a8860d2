import { type KeyboardEvent, useRef, useState } from 'react'

/** What a key does with the row that has the focus. */
export interface RowKey<Row> {
  /** As `KeyboardEvent.key` has it, such as `c`. */
  readonly key: string
  /** What it does, for the help. */
  readonly label: string
  readonly run: (row: Row) => void
  /** Whether it makes sense for a row; for every one by default. */
  readonly isOffered?: (row: Row) => boolean
}

interface RowKeysOptions<Row> {
  readonly rows: readonly Row[]
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly keys: readonly RowKey<Row>[]
}

/** How far each key goes in the list. */
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keys for the rows of a table: one row at a time can have the focus, and letters work only while one has it, so that they
 * are in nobody's way who types or speaks.
 */
export function useRowKeys<Row>({ rows, onOpen, keys }: RowKeysOptions<Row>) {
  const [at, setAt] = useState(0)
  const body = useRef<HTMLTableSectionElement>(null)
  const current = Math.min(at, Math.max(rows.length - 1, 0))

  const focus = (index: number) => {
    setAt(index)
    const row = body.current?.children[index]
    if (row instanceof HTMLElement) row.focus()
  }
  const actOn = (row: Row, key: string): boolean => {
    const found = keys.find((one) => one.key === key && one.isOffered?.(row) !== false)
    const run = key === 'Enter' ? onOpen : found?.run
    run?.(row)
    return run !== undefined
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const row = rows[current]
    if (row === undefined || ctrlKey || metaKey || altKey || !isRow(target)) return
    const step = STEPS[key]
    if (step !== undefined) focus(Math.min(Math.max(current + step, 0), rows.length - 1))
    else if (!actOn(row, key)) return
    event.preventDefault()
  }
  return {
    bodyProps: { ref: body, onKeyDown },
    rowProps: (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setAt(index) }),
  }
}

const isRow = (target: EventTarget) => target instanceof HTMLTableRowElement
