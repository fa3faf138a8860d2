import { Group } from '@mantine/core'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import { useItemKeys } from './ItemTable.tsx'
import { EXPORTED_COLUMNS } from './itemRows.ts'
import type { ContentSearch } from './search.ts'

const [PAGE] = CONSOLE_PAGES.filter(({ name }) => name === 'content')

interface ContentHeadProps {
  readonly search: ContentSearch
  readonly readPage: Parameters<typeof ExportButton>[0]['readPage']
}

/** The title of the page of all content, with what concerns its list. */
export function ContentHead({ search, readPage }: ContentHeadProps) {
  const keys = useItemKeys()
  return (
    <ConsoleHead page="content">
      <Group gap="xs">
        <KeysHelp keys={keys} />
        {PAGE && <SavedViews page={PAGE} search={{ ...search }} />}
        <ExportButton name="content" headers={EXPORTED_COLUMNS} readPage={readPage} />
      </Group>
    </ConsoleHead>
  )
}
