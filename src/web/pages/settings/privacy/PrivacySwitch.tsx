import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SettingsPrivacyFragment } from '../../../generated/graphql.ts'
import type { UpdatePrivacy } from './privacy.ts'

type Field = 'isBoopingEnabled' | 'hasSharedConnectionsOptOut' | 'hasDiscordFriendsOptOut' | 'isUnsubscribed'

interface PrivacySwitchProps {
  readonly viewer: SettingsPrivacyFragment
  readonly field: Field
  readonly update: UpdatePrivacy
  /** Whether the switch is on where the field is false. */
  readonly isInverse?: boolean
}

export function PrivacySwitch({ viewer, field, update, isInverse = false }: PrivacySwitchProps) {
  const { t } = useTranslation('settings')
  return (
    <Switch
      label={t(`privacy.${field}.label`)}
      description={t(`privacy.${field}.hint`)}
      checked={viewer[field] !== isInverse}
      onChange={({ currentTarget: { checked } }) => void update(viewer, { [field]: checked !== isInverse })}
    />
  )
}
