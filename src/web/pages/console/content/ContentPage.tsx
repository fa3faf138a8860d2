import { Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../../components/FilterSelect.tsx'
import { PageTabs } from '../../../components/PageTabs.tsx'
import { useViewerId } from '../useStaff.ts'
import { ContentHead } from './ContentHead.tsx'
import { exportedHidden, HiddenView } from './HiddenView.tsx'
import { ItemFilters } from './ItemFilters.tsx'
import { ItemTable } from './ItemTable.tsx'
import { type ContentSearch, ITEM_KINDS, itemVariables } from './search.ts'
import { exportedPage, useItems } from './useItems.ts'

const FIRST_KIND = 'WORLD'

/** What is new of each kind of content, and what the staff has hidden. */
export function ContentPage() {
  const { t } = useTranslation('staffContent')
  const search = useSearch({ from: '/shell/console/content' })
  const navigate = useNavigate({ from: '/console/content' })
  const viewerId = useViewerId()
  const { part = 'new', kind } = search
  const set = (change: ContentSearch) => void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <Stack gap="md">
      <ContentHead
        search={search}
        readPage={(after) =>
          part === 'new'
            ? exportedPage(itemVariables(kind ?? FIRST_KIND, search), after)
            : exportedHidden({ search, viewerId }, after)
        }
      />
      <PageTabs
        label={t('views.label')}
        tabs={[
          { name: 'new', label: t('views.new') },
          { name: 'hidden', label: t('views.hidden') },
        ]}
        active={part}
        onOpen={(next) => void navigate({ search: { part: next, ...(kind && { kind }) }, resetScroll: false })}
      >
        {part === 'new' ? <NewView search={search} onChange={set} /> : <HiddenView search={search} onChange={set} />}
      </PageTabs>
    </Stack>
  )
}

export interface ViewProps {
  readonly search: ContentSearch
  readonly onChange: (change: ContentSearch) => void
}

/** The latest content of a kind. */
function NewView({ search, onChange }: ViewProps) {
  const { t } = useTranslation('staffContent')
  const kind = search.kind ?? FIRST_KIND
  const { table } = useItems({ kind, search })
  return (
    <Stack gap="md">
      <Text size="sm" maw={720}>
        {t('views.newText')}
      </Text>
      <ItemFilters kind={kind} search={search} onChange={onChange}>
        <FilterSelect
          label={t('filters.kind')}
          value={kind}
          choices={ITEM_KINDS.map((value) => ({ value, label: t(`plurals.${value}`) }))}
          onChange={(next) => onChange({ kind: next })}
        />
      </ItemFilters>
      <ItemTable {...table} label={t(`labels.${kind}`)} columns={['author', 'created', 'reports']} empty={t('empty')} />
    </Stack>
  )
}
