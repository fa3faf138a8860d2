import { Group, NativeSelect, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { type = '', collection = '', archive = false } = search
  // A collection of the address may have no live templates any more.
  const names = collection === '' || collections.includes(collection) ? collections : [...collections, collection]
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        label={t('filters.type')}
        value={type}
        data={[
          { value: '', label: t('filters.anyType') },
          ...ITEM_TYPES.map((value) => ({ value, label: t(`types.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ type: ITEM_TYPES.find((one) => one === value) })}
      />
      {names.length > 0 && (
        <NativeSelect
          label={t('filters.collection')}
          value={collection}
          maw={220}
          data={[{ value: '', label: t('filters.anyCollection') }, ...names]}
          onChange={({ currentTarget: { value } }) => onChange({ collection: value || undefined })}
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
