import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContentFilter, SettingsPrivacyFragment } from '../../../generated/graphql.ts'
import { CONTENT_FILTERS, type UpdatePrivacy } from './privacy.ts'

interface FilterSwitchProps {
  readonly viewer: SettingsPrivacyFragment
  readonly filter: ContentFilter
  readonly update: UpdatePrivacy
}

/** Whether one kind of content is hidden. */
export function FilterSwitch({ viewer, filter, update }: FilterSwitchProps) {
  const { t } = useTranslation('settings')
  const { contentFilters } = viewer
  const change = (isHidden: boolean) =>
    update(viewer, {
      contentFilters: CONTENT_FILTERS.filter((one) => (one === filter ? isHidden : contentFilters.includes(one))),
    })
  return (
    <Switch
      label={t(`privacy.filters.${filter}`)}
      checked={contentFilters.includes(filter)}
      onChange={({ currentTarget: { checked } }) => void change(checked)}
    />
  )
}
