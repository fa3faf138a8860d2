import { Group, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AVATAR_PLATFORMS } from '../../components/avatars/platforms.ts'
import { useStyleChoices } from '../../components/avatars/styles.ts'
import { SearchField } from '../../components/SearchField.tsx'
import { AVATAR_SORTS, type AvatarListName, type AvatarSearch, OWN_STATUSES } from './search.ts'

interface AvatarFiltersProps {
  readonly list: AvatarListName
  readonly search: AvatarSearch
  readonly onChange: (changed: AvatarSearch) => void
}

/** What the order of a list is where the address asks for none. */
const DEFAULT_SORTS = { all: 'POPULARITY', own: 'UPDATED_AT', favorites: '', licensed: '' } as const

/** Name, order, platform and style; of one's own avatars also who can see them. */
export function AvatarFilters({ list, search, onChange }: AvatarFiltersProps) {
  const { t } = useTranslation('avatars')
  const latest = DEFAULT_SORTS[list] === '' ? [{ value: '', label: t('sorts.latest') }] : []
  return (
    <Group gap="sm" align="end">
      <SearchField
        label={t('search')}
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
      />
      <NativeSelect
        label={t('sort')}
        value={search.sort ?? DEFAULT_SORTS[list]}
        data={[...latest, ...AVATAR_SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ sort: AVATAR_SORTS.find((one) => one === value) })}
      />
      <NativeSelect
        label={t('platform')}
        value={search.platform ?? ''}
        data={[
          { value: '', label: t('any') },
          ...AVATAR_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ platform: AVATAR_PLATFORMS.find((one) => one === value) })
        }
      />
      <StyleSelect search={search} onChange={onChange} />
      {list === 'own' && (
        <NativeSelect
          label={t('statusLabel')}
          value={search.status ?? ''}
          data={[
            { value: '', label: t('any') },
            ...OWN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ status: OWN_STATUSES.find((one) => one === value) })}
        />
      )}
    </Group>
  )
}

function StyleSelect({ search: { style }, onChange }: Omit<AvatarFiltersProps, 'list'>) {
  const { t } = useTranslation('avatars')
  const styles = useStyleChoices()
  return (
    <NativeSelect
      label={t('style')}
      value={styles.some(({ value }) => value === style) ? (style ?? '') : ''}
      data={[{ value: '', label: t('any') }, ...styles]}
      onChange={({ currentTarget: { value } }) => onChange({ style: value || undefined })}
    />
  )
}
