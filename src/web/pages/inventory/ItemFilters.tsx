import { Group, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { type InventorySearch, ITEM_TYPES } from './search.ts'

interface ItemFiltersProps {
  readonly search: InventorySearch
  readonly collections: readonly string[]
  readonly onChange: (changed: InventorySearch) => void
  /** At the end. */
  readonly children: ReactNode
}

/** Which items are shown; the filters are in the address. */
export function ItemFilters({ search, collections, onChange, children }: ItemFiltersProps) {
  const { t } = useTranslation('inventory')
  const { type, collection, archive = false } = search
  // A collection of the address may have no live templates any more.
  const names = !collection || collections.includes(collection) ? collections : [...collections, collection]
  return (
    <Group gap="sm" align="end">
      <FilterSelect
        label={t('filters.type')}
        value={type}
        choices={ITEM_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
        all={t('filters.anyType')}
        onChange={(next) => onChange({ type: next })}
      />
      {names.length > 0 && (
        <FilterSelect
          label={t('filters.collection')}
          value={collection}
          maw={220}
          choices={names.map((value) => ({ value, label: value }))}
          all={t('filters.anyCollection')}
          onChange={(next) => onChange({ collection: next })}
        />
      )}
      <Switch
        label={t('filters.archive')}
        checked={archive}
        mb={8}
        onChange={({ currentTarget: { checked } }) => onChange({ archive: checked || undefined })}
      />
      {children}
    </Group>
  )
}
