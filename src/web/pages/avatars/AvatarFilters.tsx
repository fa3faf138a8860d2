import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AVATAR_PLATFORMS } from '../../components/avatars/platforms.ts'
import { useStyleChoices } from '../../components/avatars/styles.ts'
import { FilterSelect } from '../../components/FilterSelect.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { AVATAR_SORTS, type AvatarListName, type AvatarSearch, OWN_STATUSES } from './search.ts'

interface AvatarFiltersProps {
  readonly list: AvatarListName
  readonly search: AvatarSearch
  readonly onChange: (changed: AvatarSearch) => void
}

/** What the order of a list is where the address asks for none. */
const DEFAULT_SORTS = { all: 'POPULARITY', own: 'UPDATED_AT', favorites: undefined, licensed: undefined } as const

/** Name, order, platform and style; of one's own avatars also who can see them. */
export function AvatarFilters({ list, search, onChange }: AvatarFiltersProps) {
  const { t } = useTranslation('avatars')
  const sort = DEFAULT_SORTS[list]
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <FilterSelect
        label={t('sort')}
        value={search.sort ?? sort}
        choices={AVATAR_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        all={sort ? undefined : t('sorts.latest')}
        onChange={(next) => onChange({ sort: next })}
      />
      <FilterSelect
        label={t('platform')}
        value={search.platform}
        choices={AVATAR_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
        all={t('any')}
        onChange={(platform) => onChange({ platform })}
      />
      <StyleSelect search={search} onChange={onChange} />
      {list === 'own' && (
        <FilterSelect
          label={t('statusLabel')}
          value={search.status}
          choices={OWN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          all={t('any')}
          onChange={(status) => onChange({ status })}
        />
      )}
    </Group>
  )
}

function StyleSelect({ search: { style }, onChange }: Omit<AvatarFiltersProps, 'list'>) {
  const { t } = useTranslation('avatars')
  const styles = useStyleChoices()
  return (
    <FilterSelect
      label={t('style')}
      value={styles.find(({ value }) => value === style)?.value}
      choices={styles}
      all={t('any')}
      onChange={(next) => onChange({ style: next })}
    />
  )
}
