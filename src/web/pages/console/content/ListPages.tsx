import { Group, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { KeysHelp } from '../kit/ConsoleTable.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { SavedViews } from '../kit/SavedViews.tsx'
import { CONSOLE_PAGES } from '../sections.ts'
import { ItemFilters } from './ItemFilters.tsx'
import { type ItemColumn, ItemTable, useItemKeys } from './ItemTable.tsx'
import { EXPORTED_COLUMNS } from './itemRows.ts'
import type { ItemsSearch } from './search.ts'
import { useItems } from './useItems.ts'

/** All worlds, as the staff sees them. */
export function WorldsPage() {
  const search = useSearch({ from: '/shell/console/worlds' })
  const navigate = useNavigate({ from: '/console/worlds' })
  return (
    <ItemListPage
      page="worlds"
      kind="WORLD"
      columns={['author', 'created', 'updated', 'reports']}
      search={search}
      onChange={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
    />
  )
}

/** All groups, as the staff sees them. */
export function GroupsPage() {
  const search = useSearch({ from: '/shell/console/groups' })
  const navigate = useNavigate({ from: '/console/groups' })
  return (
    <ItemListPage
      page="groups"
      kind="GROUP"
      columns={['author', 'members', 'created', 'reports']}
      search={search}
      onChange={(change) => void navigate({ search: { ...search, ...change }, replace: true })}
    />
  )
}

interface ItemListPageProps {
  readonly page: 'worlds' | 'groups'
  readonly kind: 'WORLD' | 'GROUP'
  readonly columns: readonly ItemColumn[]
  readonly search: ItemsSearch
  readonly onChange: (change: ItemsSearch) => void
}

function ItemListPage({ page, kind, columns, search, onChange }: ItemListPageProps) {
  const { t } = useTranslation('staffContent')
  const { table, readPage } = useItems({ kind, search })
  const keys = useItemKeys()
  const [saved] = CONSOLE_PAGES.filter(({ name }) => name === page)
  return (
    <Stack gap="md">
      <ConsoleHead page={page}>
        <Group gap="xs">
          <KeysHelp keys={keys} />
          {saved && <SavedViews page={saved} search={{ ...search }} />}
          <ExportButton name={page} headers={EXPORTED_COLUMNS} readPage={readPage} />
        </Group>
      </ConsoleHead>
      <ItemFilters kind={kind} search={search} onChange={onChange} />
      <ItemTable {...table} label={t(`labels.${kind}`)} columns={columns} empty={t('empty')} />
    </Stack>
  )
}
