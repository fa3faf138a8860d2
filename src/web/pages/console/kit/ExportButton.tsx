import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageInfo } from '../../../components/LoadMore.tsx'
import { showRefusal } from '../../../components/showRefusal.tsx'
import { refusalOf } from '../../../graph/refusal.ts'
import { type CsvRow, csvOf, saveCsv } from './csv.ts'

interface ExportedPage {
  readonly rows: readonly CsvRow[]
  readonly pageInfo: PageInfo
}

interface ExportButtonProps {
  /** Of the file, without its ending. */
  readonly name: string
  /** The columns of the file. */
  readonly headers: readonly string[]
  /** Reads 100 rows after a cursor; the first ones without. */
  readonly readPage: (after: string | undefined) => Promise<ExportedPage>
}

/** Rows that a file has at most. */
const MAX_ROWS = 10_000

async function readRows(readPage: ExportButtonProps['readPage']) {
  const rows: CsvRow[] = []
  let after: string | undefined
  while (rows.length < MAX_ROWS) {
    const page = await readPage(after)
    rows.push(...page.rows)
    after = page.pageInfo.endCursor ?? undefined
    if (!page.pageInfo.hasNextPage || after === undefined) return { rows, isWhole: true }
  }
  return { rows, isWhole: false }
}

/** Saves what the filters of a table find as a CSV file. */
export function ExportButton({ name, headers, readPage }: ExportButtonProps) {
  const { t } = useTranslation('console')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { rows, isWhole } = await readRows(readPage)
      saveCsv(name, csvOf(headers, rows))
      if (!isWhole) notifications.show({ message: t('export.cut', { count: rows.length }) })
    } catch (error) {
      showRefusal(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      {t('export.button')}
    </Button>
  )
}
