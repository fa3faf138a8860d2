/** The values of a row, by the header of their column. */
export type CsvRow = Readonly<Record<string, string | number | null>>

/** Spreadsheets would take a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\n\r]/

function cellOf(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value ?? '') ? `'${value}` : (value ?? '')
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a CSV file (RFC 4180) with a header. */
export function csvOf(headers: readonly string[], rows: readonly CsvRow[]): string {
  const lines = rows.map((row) => headers.map((header) => cellOf(row[header])).join(','))
  return `${[headers.map(cellOf).join(','), ...lines].join('\r\n')}\r\n`
}

/** Offers a text as a file to keep. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url))
}
